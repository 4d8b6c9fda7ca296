import { CreateExportArguments } from '../../../../schemas/exports/export-forms.ts'
import { createExport as operation } from '../../../operations/exports/create-export.ts'
import { adds, type ToolDefinition } from '../tool.ts'
import { withDownload } from '../with-download.ts'

export const createExport: ToolDefinition = {
  name: 'create_export',
  title: 'Create an export',
  description:
    'Queues an export to a file, by default CSV. Returns links to its status (links.self) and file (links.download), opened with a ' +
    'token. Use it only if a file is requested. After a lost response, do not call it again: that creates another export.',
  advice: 'For a file with many rows, call create_export once. A person downloads the file with a token.',
  annotations: adds,
  input: CreateExportArguments,
  present: withDownload,
  operation,
}
