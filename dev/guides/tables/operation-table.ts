import { scopesOf } from '../../../api/operation.ts'
import { operations } from '../../../api/operations/index.ts'
import { markdownTable } from './markdown-table.ts'

/** Every operation with its path and the scope that it needs. */
export function operationTable(): string {
  const rows = operations.map((operation) => {
    const { operationId, method, path } = operation
    const [scope] = scopesOf(operation)
    return [`\`${operationId}\``, `\`${method} ${path}\``, scope === undefined ? 'any valid token' : `\`${scope}\``]
  })
  return markdownTable(['Operation', 'Path', 'Scope'], rows)
}
