import type { Operation } from '../../core/operation.ts'
import { getExport } from '../../operations/exports/get-export.ts'
import { listExports } from '../../operations/exports/list-exports.ts'
import { reads } from './catalog/reads.ts'
import { pages, type Tool, toolOf } from './tool.ts'
import { withDownload } from './with-download.ts'

/**
 * Makes a tool from a read operation. Its description comes from `reads`, or from the operation if it has no entry
 * there.
 */
export function readingTool(operation: Operation): Tool {
  const { operationId, summary, description, input } = operation
  const own = reads[operationId]
  const definition = {
    name: operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    operation,
    ...own,
    description: [own?.description ?? description, ...('cursor' in input.shape ? [pages] : [])].join(' '),
    ...(isOfExports(operation) ? { present: withDownload } : {}),
  }
  return toolOf(definition)
}

function isOfExports(operation: Operation): boolean {
  return ([getExport, listExports] as readonly object[]).includes(operation)
}
