import { mappingSchema } from '../../../schemas/imports/mapping-schema.ts'
import { markdownTable } from './markdown-table.ts'

interface Described {
  description?: string
  default?: unknown
  properties?: Record<string, Described>
  $defs?: Record<string, Described>
  oneOf?: Described[]
}

/** The settings of a mapping, of all kinds together. */
export function importMappingTable(): string {
  const { oneOf = [] }: Described = mappingSchema()
  const settings = oneOf.toReversed().flatMap(({ properties }) => Object.entries(properties ?? {}))
  return tableOf(Object.fromEntries(settings), ['type', 'organization', 'source'])
}

/** The settings of `input`. */
export function importInputTable(): string {
  const { oneOf = [] }: Described = mappingSchema()
  return tableOf(oneOf[0]?.properties?.input?.properties ?? {})
}

/** The conversions of a cell. */
export function importCellTable(): string {
  const { $defs }: Described = mappingSchema()
  return tableOf($defs?.CellMapping?.properties ?? {})
}

function tableOf(properties: Readonly<Record<string, Described>>, first: readonly string[] = []): string {
  const names = [...new Set([...first, ...Object.keys(properties)])]
  const rows = names.map((name) => {
    const { description = '', default: initial } = properties[name] ?? {}
    const isShown = initial !== undefined && typeof initial !== 'object'
    return [`\`${name}\``, description, isShown ? `\`${String(initial)}\`` : '']
  })
  return markdownTable(['Setting', 'Meaning', 'Default'], rows)
}
