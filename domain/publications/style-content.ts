import { hash } from 'node:crypto'
import { MAX_FAULTS } from '../../schemas/checking/check-value.ts'
import { type StoredLine, type StoredSku, type StoredStyle, storedLine, storedStyle } from '../../schemas/stored/bom.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import type { NamedFault } from '../events/named-fault.ts'
import { type CompiledStyle, InvalidStyle } from './compile-style.ts'

/** A version of a line or a style, identified by the hash of what readers see of it. */
export interface Version<Document> {
  hash: string
  doc: TextOf<Document>
}

/** Everything that a publication contains about one style. */
export interface StyleContent {
  styleId: string
  style: Version<StoredStyle> & { styleNumber: string }
  skus: StoredSku[]
  lines: (Version<StoredLine> & { line: StoredLine })[]
  /** Hash of the style and its lines. It is equal if the style did not change. */
  contentHash: string
}

const digest = (text: string) => hash('sha256', text, 'base64url').slice(0, 22)

/**
 * Returns the stored content of a style. The hash of a line excludes the time and the revision of its source, so a line
 * that is sent again unchanged keeps its version.
 */
export function contentOf({ styleId, style, skus, lines }: CompiledStyle): StyleContent {
  const styleDoc = storedStyle.write({ styleId, style, skus })
  const versions = lines
    .filter(({ yields }) => yields.length > 0)
    .map((line) => {
      const { recordVersion, extractedAt, ...source } = line.source
      return { hash: digest(JSON.stringify({ ...line, source })), doc: storedLine.write(line), line }
    })
  const styleVersion = { hash: digest(styleDoc), doc: styleDoc, styleNumber: style }
  const contentHash = digest([styleVersion.hash, ...versions.map((version) => version.hash).sort()].join(' '))
  return { styleId, style: styleVersion, skus, lines: versions, contentHash }
}

/**
 * Joins the parts of one style. All lines of a SKU are in one part, so nothing has to be matched across parts.
 * @throws InvalidStyle when parts contradict each other
 */
export function assemble(parts: readonly CompiledStyle[]): CompiledStyle {
  const [first] = parts
  if (!first) throw new Error('A style has at least one part')
  if (parts.length === 1) return first
  const skus = parts.flatMap((part) => part.skus).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = parts.flatMap((part) => part.lines).sort((a, b) => a.lineNumber - b.lineNumber)
  const whole = { ...first, skus, lines }
  const faults = [...contradictionsIn(whole, parts).take(MAX_FAULTS)]
  if (faults.length > 0) throw new InvalidStyle(faults.map((fault) => ({ styleNumber: first.style, ...fault })))
  return whole
}

function* contradictionsIn(
  { style, skus, lines }: CompiledStyle,
  parts: readonly CompiledStyle[],
): Generator<NamedFault, void, undefined> {
  const known = new Set<string>()
  for (const [id, sku] of skus) {
    if (known.has(id) || known.has(`=${sku}`))
      yield { path: ['skus'], detail: 'a SKU is in more than one part of its style', sku }
    known.add(id).add(`=${sku}`)
  }
  const other = parts.find((part) => part.style !== style)
  if (other) {
    const detail = 'the parts of a style have several numbers'
    yield { path: ['style', 'styleNumber'], detail, styleNumber: other.style }
  }
  if (!lines.some(({ bomLineRef }) => bomLineRef !== null)) return
  const detail = 'the parts of a style have lines with and without bomLineRef'
  for (const { bomLineRef, lineNumber } of lines)
    if (bomLineRef === null) yield { path: ['lines'], detail, line: String(lineNumber) }
}

/**
 * Counts the lines of a style. Parts may repeat a line, so lines with the same ID, or the same number if they have no
 * ID, count once.
 */
export function lineCount(lines: readonly StoredLine[]): number {
  return new Set(lines.map(({ bomLineRef, lineNumber }) => (bomLineRef === null ? lineNumber : `=${bomLineRef}`))).size
}
