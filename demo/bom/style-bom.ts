import type { Brand } from '../brand.ts'
import type { Style } from '../graph/styles/style.ts'
import { between, type Hash, happens, hashAt } from '../graph/values/hash.ts'
import { applyEdit, type Edit } from './edits/edits.ts'
import { baseLines } from './lines/base-lines.ts'
import type { BomLine } from './lines/bom-line.ts'
import { type BomManner, mannerOf } from './lines/manner.ts'

/** A style's BOM in a publication: `edits` are those since the publication before, `revision` counts from 1. */
export type StyleBom = {
  readonly style: Style
  readonly manner: BomManner
  readonly lines: readonly BomLine[]
  readonly edits: readonly Edit[]
  readonly revision: number
}

/** A style's BOM in the publication with this number: the first one's, and all edits since. */
export function bomAt(brand: Brand, style: Style, number: number): StyleBom {
  const manner = mannerOf(style)
  let lines: readonly BomLine[] = baseLines(brand, style)
  let edits: readonly Edit[] = []
  let revision = 1
  for (let publication = 2; publication <= number; publication += 1) {
    edits = []
    const hash = editHash(brand, style, publication)
    if (!isTouched(hash)) continue
    edits = editsOf({ brand, style, manner, before: lines, publication, hash })
    lines = edited(lines, edits)
    revision += 1
  }
  return { style, manner, lines, edits, revision }
}

/** The last publication up to this one that touched the style; 1 when none has. */
export function lastTouched(brand: Brand, style: Style, number: number): number {
  let publication = number
  while (publication > 1 && !isTouched(editHash(brand, style, publication))) publication -= 1
  return publication
}

const editHash = (brand: Brand, { index }: Style, publication: number): Hash =>
  hashAt(hashAt(brand.roots.edit, index), publication)

/** 5 % of the styles in each publication. */
const isTouched = (hash: Hash): boolean => happens(hash, 'touched', 50)

export type Touch = {
  readonly brand: Brand
  readonly style: Style
  readonly manner: BomManner
  readonly before: readonly BomLine[]
  readonly publication: number
  readonly hash: Hash
}

/** One to four edits, no two of the same line, so that what changed follows from each alone. */
function editsOf(touch: Touch): Edit[] {
  const edits: Edit[] = []
  for (let item = 0; item < between(touch.hash, 'edits', 1, 4); item += 1) {
    const edit = applyEdit(touch, edits, item)
    if (edit !== null) edits.push(edit)
  }
  return edits
}

function edited(lines: readonly BomLine[], edits: readonly Edit[]): BomLine[] {
  const bySerial = new Map(edits.map((edit) => [edit.before?.serial, edit.after]))
  const kept = lines.flatMap((line) => {
    const after = bySerial.get(line.serial)
    return after === undefined ? [line] : after === null ? [] : [after]
  })
  return [...kept, ...edits.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []))]
}
