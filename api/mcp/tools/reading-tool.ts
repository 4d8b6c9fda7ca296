import type { Operation } from '../../core/operation.ts'
import { getExport } from '../../operations/exports/get-export.ts'
import { listExports } from '../../operations/exports/list-exports.ts'
import { rowFieldsOf } from './row-fields.ts'
import { type Tool, toolOf } from './tool.ts'
import { withDownload } from './with-download.ts'

const fieldsRemark = 'Rows are compact by default. Use fields ["*"] for all fields, or name the fields that you need.'
const pagesRemark = 'While links.next is not null, call again with it as cursor and the same arguments.'

/** A tool beyond those of the specification, which the contract of its operation describes. */
export function readingTool(operation: Operation): Tool {
  const { operationId, summary, description, input } = operation
  const rows = rowFieldsOf(operation)
  const remarks = [rows && rows.compact !== rows.names ? fieldsRemark : '', 'cursor' in input.shape ? pagesRemark : '']
  const definition = {
    name: operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    description: [description, ...remarks].filter(Boolean).join(' '),
    operation,
    hint: 'Omit one of them, or use values as other tools show them.',
    ...(isOfExports(operation) ? { present: withDownload } : {}),
  }
  return toolOf(definition, true)
}

function isOfExports(operation: Operation): boolean {
  return ([getExport, listExports] as readonly object[]).includes(operation)
}
