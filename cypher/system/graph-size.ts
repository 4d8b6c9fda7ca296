import { z } from 'zod'
import { systemStatements } from '../query.ts'

const { read } = systemStatements(import.meta.url)

export const countNodes = read('countNodes', { params: z.object({}), row: z.object({ nodes: z.int() }) })

const UNITS = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const

/** Bytes of a size as Neo4j shows it, such as `512.00MiB`. Null for any other text. */
const Size = z.string().transform((text): number | null => {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(B|KiB|MiB|GiB|TiB)$/.exec(text) ?? []
  return unit in UNITS ? Math.round(Number(number) * UNITS[unit as keyof typeof UNITS]) : null
})

export const showPageCache = read('showPageCache', {
  params: z.object({}),
  row: z.object({ pageCache: Size.nullable() }),
})
