import type { ExportJob } from '@tenant-data/client'
import { fieldName, formatCode } from '../../format/names.ts'
import { formatElapsed } from '../../format/times.ts'
import { type Field, fieldsOf } from './export-kinds.ts'

/** The parameters of an export in one line, with the labels of the form. `everything` if it has none. */
export function parametersText({ kind, parameters }: Pick<ExportJob, 'kind' | 'parameters'>): string {
  const fields = new Map<string, Field>(fieldsOf(kind))
  const texts = Object.entries(parameters).flatMap(([name, value]) => {
    const field = fields.get(name)
    const label = field?.label ?? fieldName(name)
    if (value === true) return [label]
    if (value === false || value === null || value === undefined) return []
    const values = [value].flat().map(String)
    return [`${label}: ${values.map((one) => (field && 'values' in field ? formatCode(one) : one)).join(', ')}`]
  })
  return texts.length === 0 ? 'everything' : texts.join('; ')
}

/** Whether the export is queued or running. */
export function isOpen({ status }: Pick<ExportJob, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

/** The time from the request to the file. Null until the file exists. */
export function tookText({ createdAt, completedAt }: Pick<ExportJob, 'createdAt' | 'completedAt'>): string | null {
  return completedAt === null ? null : formatElapsed(createdAt, completedAt)
}
