import type { Change, Direction, RelationshipType } from '@tenant-data/client'
import { fieldName, formatCode } from '../../format/names.ts'
import { formatCount, formatDecimal, formatNumber } from '../../format/numbers.ts'

/** A type of relationship as seen from one end: `Uses material →`, `← Uses material`. */
export function relationshipText(type: RelationshipType, direction: Direction): string {
  return direction === 'outgoing' ? `${formatCode(type)} →` : `← ${formatCode(type)}`
}

/** The relationships between two entities, one line per type with its count: `Uses material: 3`. */
export function relationshipCounts(types: readonly RelationshipType[]): string {
  const counts = Map.groupBy(types, (type) => type)
  return [...counts].map(([type, all]) => `${formatCode(type)}: ${formatNumber(all.length)}`).join('\n')
}

/** The text that previews an expansion. */
export function gainText({
  entities,
  relationships,
  hasMore,
}: {
  entities: number
  relationships: number
  hasMore: boolean
}): string {
  const least = hasMore ? 'at least ' : ''
  if (entities > 0) return `${least}${formatCount(entities, 'more entity', 'more entities')}`
  return `${least}${formatCount(relationships, 'more relationship')}`
}

const DECIMAL = /^-?\d+\.\d+$/
/** Names of fields that contain codes, whose digits are not formatted as numbers. */
const CODE = /(?:code|number|mpn|id)$/i

/**
 * The properties of a relationship in one line: `Placement Body · Gross yield 1.25 · Price 4.10 EUR`, without nulls.
 */
export function propertyText(properties: object): string {
  return Object.entries(properties)
    .map(([name, value]): [string, string] => [name, valueText(value, name)])
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${fieldName(name)} ${text}`)
    .join(' · ')
}

/** Any JSON value in one line. */
export function valueText(value: unknown, name = ''): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((one) => valueText(one, name)).join(', ')
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([field, part]) => valueText(part, field))
    return parts.filter((part) => part !== '').join(' ')
  }
  return typeof value === 'string' && DECIMAL.test(value) && !CODE.test(name) ? formatDecimal(value) : String(value)
}

/** A change in words: `Updated: season, lifecycle state`. */
export function changeText({ op, changedFields }: Pick<Change, 'op' | 'changedFields'>): string {
  if (op !== 'updated') return formatCode(op)
  if (changedFields.length === 0) return 'Received again with the same values'
  return `Updated: ${changedFields.map(changedField).join(', ')}`
}

const ACRONYM = /^[A-Z]{2}/

/** The name of a changed field within a sentence, as the page labels it: `attributes.hsCode` is `HS code`. */
function changedField(path: string): string {
  if (path === 'externalReferences') return 'external codes'
  const name = fieldName(path.replace(/^attributes\./, '').replaceAll('.', ' '))
  return ACRONYM.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

const NARROW = /[ijltfrI.,:;'|!()[\]\s]/
const WIDE = /[mwMW@%]|[\u1100-\u115f\u2e80-\uffef]|[^\0-\uffff]/u
const UPPER = /[A-Z0-9&]/

/** The approximate width of a character, relative to the font size. */
function widthOf(character: string): number {
  if (NARROW.test(character)) return 0.38
  if (WIDE.test(character)) return 1
  return UPPER.test(character) ? 0.72 : 0.62
}

/** Shortens a text to a width, given relative to the font size. A shortened text ends in an ellipsis. */
export function cutText(text: string, width: number): string {
  let used = 0
  let fitting = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Math.max(...[...segment].map(widthOf))
    if (used <= width - 1) fitting += segment
    else if (used > width) return `${fitting.trimEnd()}…`
  }
  return text
}
