import { listLinesOfMaterials, readSeasons, readStyles } from '../../../../cypher/bom/read-lines.ts'
import { listStylesOfEither, readStylesWithLines } from '../../../../cypher/bom/read-snapshots.ts'
import { skusOf } from '../../../../domain/bom/expand-rows.ts'
import type { SummarizedStyle } from '../../../../domain/bom/yield-summary.ts'
import { type StoredLine, storedStyle } from '../../../../schemas/stored/bom.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import type { Reader } from '../../../core/context.ts'
import type { Start } from './find-start.ts'

/**
 * The lines of one style as stored text. Callers parse them one style at a time, so that the garbage collector frees
 * them soon. The parsed lines of many styles would be moved in memory several times.
 */
export interface LinesOfStyle {
  style: SummarizedStyle
  lines: readonly TextOf<StoredLine>[]
}

/** The fields of styles that are read in addition to their lines. */
export interface StyleNeeds {
  withNumber: boolean
  withSeason: boolean
  withSkus: boolean
}

/** The number of styles whose lines are read at the same time. */
const STYLES_A_READ = 128
/** The number of lines that one read by materials returns, and the number of materials of such a read. */
const LINES_A_READ = 8192
const MATERIALS_A_READ = 64

/**
 * Reads the lines of a snapshot from `start`, a few styles at a time. All documents of one line are in the same batch.
 */
export async function* everyLine(
  context: Reader,
  seq: number,
  start: Start,
  needs: StyleNeeds,
): AsyncGenerator<LinesOfStyle[]> {
  const pages = start.by === 'material' ? ofMaterials(context, seq, start) : ofStyles(context, seq, start)
  for await (const lines of pages) yield withStyles(context, seq, lines, needs)
}

/** The lines by style ID, with the style if it was read together with them. */
type Lines = Map<string, { lines: TextOf<StoredLine>[]; style?: SummarizedStyle }>

async function* ofStyles(
  context: Reader,
  seq: number,
  { styleIds, materialIds }: Extract<Start, { by: 'style' }>,
): AsyncGenerator<Lines> {
  for await (const ids of styleIds === null ? allStyles(context, seq) : chunksOf(styleIds, STYLES_A_READ)) {
    const rows = await context.read(readStylesWithLines, { seq, styleIds: ids, materialIds })
    yield new Map(
      rows.map((row) => {
        const style = storedStyle.read(row.style)
        const { styleId, style: number } = style
        const known = { styleId, number, season: null, skus: skusOf(style) }
        return [styleId, { style: known, lines: row.lines }]
      }),
    )
  }
}

async function* allStyles(context: Reader, seq: number): AsyncGenerator<string[]> {
  for (let start = ''; ; ) {
    const rows = await context.read(listStylesOfEither, { from: seq, to: seq, start, limit: STYLES_A_READ })
    const ids = rows.map(({ styleId }) => styleId)
    if (ids.length > 0) yield ids
    if (ids.length < STYLES_A_READ) return
    start = `${ids.at(-1)}\u0000`
  }
}

/**
 * Reads the lines of materials. Each material continues from the style where its last read ended, because that style
 * may have more lines.
 */
async function* ofMaterials(
  context: Reader,
  seq: number,
  { materialIds, styleIds }: Extract<Start, { by: 'material' }>,
): AsyncGenerator<Lines> {
  for (const ids of chunksOf(materialIds, MATERIALS_A_READ)) {
    let ranges = ids.map((materialId) => ({ materialId, start: '' }))
    let least = 0
    while (ranges.length > 0) {
      const limit = Math.max(least, Math.floor(LINES_A_READ / ranges.length))
      const rows = await context.read(listLinesOfMaterials, { seq, ranges, styleIds, limit })
      const byMaterial = Map.groupBy(rows, ({ materialId }) => materialId)
      const starts = new Map(ranges.map(({ materialId, start }) => [materialId, start]))
      const lines: Lines = new Map()
      ranges = []
      for (const [materialId, own] of byMaterial) {
        const end = own.length < limit ? null : (own.at(-1)?.styleId ?? null)
        if (end !== null) ranges.push({ materialId, start: end })
        // One style has more lines of a material than one read returns, so the next read returns twice as many.
        if (end !== null && end === starts.get(materialId)) least = 2 * limit
        for (const { styleId, doc } of own) if (styleId !== end) addLine(lines, styleId, doc)
      }
      yield lines
    }
  }
}

function addLine(lines: Lines, styleId: string, doc: TextOf<StoredLine>): void {
  const own = lines.get(styleId) ?? { lines: [] }
  own.lines.push(doc)
  lines.set(styleId, own)
}

async function withStyles(context: Reader, seq: number, found: Lines, needs: StyleNeeds): Promise<LinesOfStyle[]> {
  const { withNumber, withSeason, withSkus } = needs
  const [styles, seasons] = await Promise.all([
    withNumber || withSkus ? stylesOf(context, seq, found, withSkus) : new Map<string, SummarizedStyle>(),
    withSeason ? context.read(readSeasons, { styleIds: [...found.keys()] }) : [],
  ])
  const seasonOf = new Map(seasons.map(({ styleId, season }) => [styleId, season]))
  return [...found].map(([styleId, { style, lines }]) => {
    const known = style ?? styles.get(styleId) ?? { styleId, number: null, season: null, skus: null }
    return { style: { ...known, season: seasonOf.get(styleId) ?? null }, lines }
  })
}

/** Reads the styles that were not read together with their lines. */
async function stylesOf(
  context: Reader,
  seq: number,
  found: Lines,
  withSkus: boolean,
): Promise<Map<string, SummarizedStyle>> {
  const styleIds = [...found].flatMap(([styleId, { style }]) => (style ? [] : [styleId]))
  const rows = styleIds.length > 0 ? await context.read(readStyles, { seq, styleIds, withSkus }) : []
  return new Map(
    rows.map(({ styleId, styleNumber, doc }) => {
      const skus = doc === null ? null : skusOf(storedStyle.read(doc))
      return [styleId, { styleId, number: styleNumber, season: null, skus }]
    }),
  )
}

function* chunksOf(ids: readonly string[], size: number): Generator<string[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
}
