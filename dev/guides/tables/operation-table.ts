import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../runtime/folders.ts'
import { markdownTable } from './markdown-table.ts'

interface Described {
  operationId: string
  security?: Record<string, string[]>[]
}

/** Every operation of the published contract with its path and the scope that it needs. */
export function operationTable(): string {
  const contract: { paths: Record<string, Record<string, Described>> } = JSON.parse(
    readFileSync(join(projectFolder, 'api/openapi.json'), 'utf8'),
  )
  const versioned = Object.entries(contract.paths).filter(([path]) => path.startsWith('/v1/'))
  const rows = versioned.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [] }]) => {
      const scopes = security.flatMap((one) => Object.values(one).flat())
      const needed = scopes.map((scope) => `\`${scope}\``).join(', ')
      return [`\`${operationId}\``, `\`${method.toUpperCase()} ${path}\``, needed || 'any valid token']
    }),
  )
  return markdownTable(['Operation', 'Path', 'Scope'], rows)
}
