import type { ConnectedRecordPage, Entity, EntityPage } from '@tenant-data/client'
import { formatCode } from '../../format/names.ts'
import { nouns } from '../../format/nouns.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'

/** What a field finds by a code or a name. The value of any entity is its ID, because codes of types can be equal. */
export type FindKind = keyof typeof nouns

/** Something that a field can be set to. */
export interface Match {
  /** The code or reference for filters. */
  value: string
  label: string
  /** Codes that the label does not contain, or the state. */
  detail: string
}

/** What matches a text as a code, or in the words of its label. */
export interface Matches {
  options: readonly Match[]
  /** The number of all matches. Null if it is not known, and larger than the number of options. */
  count: number | null
  /** What has the text as its code, unless several have it. */
  exact: Match | undefined
  /** Similar texts, if nothing matches. */
  suggestions: readonly string[]
}

export const noMatches: Matches = { options: [], count: 0, exact: undefined, suggestions: [] }

/** The natural key of an entity, by which filters of the API find it. */
function naturalKey(entity: Entity): string {
  if (entity.type === 'style') return entity.attributes.styleNumber
  if (entity.type === 'sku') return entity.attributes.skuCode
  if (entity.type === 'material') return entity.attributes.materialNumber
  if (entity.type === 'supplier') return entity.attributes.supplierCode
  return String(entity.attributes.publicationNumber)
}

const matchOf = (entity: Entity): Match => ({
  value: naturalKey(entity),
  label: entity.label,
  detail: formatCode(entity.lifecycleState),
})

const matchOfAny = ({ id, type, label, lifecycleState }: Entity): Match => ({
  value: id,
  label,
  detail: `${formatCode(type)}, ${formatCode(lifecycleState).toLowerCase()}`,
})

/** The entities that have a text as their code, and those whose label has its words. */
export function matchesOfEntities(
  byCode: EntityPage | undefined,
  byWords: EntityPage | undefined,
  kind?: FindKind,
): Matches {
  const toMatch = kind === 'entity' ? matchOfAny : matchOf
  const [coded, hits] = [byCode?.data ?? [], byWords?.data ?? []]
  const known = new Set(coded.map(({ id }) => id))
  const others = hits.filter(({ id }) => !known.has(id))
  const [only, ...more] = coded
  const codes = byCode?.meta.notices?.flatMap(({ suggestions }) => suggestions) ?? []
  const options = [...coded, ...others].map(toMatch)
  return {
    options,
    count: (byWords?.meta.count ?? hits.length) + options.length - hits.length,
    exact: only && more.length === 0 ? toMatch(only) : undefined,
    suggestions: options.length > 0 ? [] : [...new Set([...codes, ...(byWords?.meta.suggestions ?? [])])],
  }
}

/** The records of source systems that match a text. */
export function matchesOfRecords(page: ConnectedRecordPage | undefined): Matches {
  if (page === undefined) return noMatches
  const options = page.data.map(({ ref, label, sourceRecords }) => {
    const others = sourceRecords.filter(({ recordId }) => !label.includes(recordId))
    const codes = new Set(others.map(({ system, recordId }) => `${formatCode(system)} ${recordId}`))
    return { value: ref, label, detail: [...codes].join(', ') }
  })
  const { suggestions = [] } = page.meta
  return { options, count: page.links.next === null ? options.length : null, exact: undefined, suggestions }
}

/** What Enter sets a field to: what has the text as its code, or the only match. */
export function onlyMatch({ options, count, exact }: Matches): Match | undefined {
  return exact ?? (count === 1 ? options[0] : undefined)
}

/** The number of matches as text: `3 materials`, `50 of 140 materials. Type more to narrow the list.` */
export function matchText(kind: FindKind, { options, count, suggestions }: Matches): string {
  const [one, many] = nouns[kind]
  if (options.length === 0)
    return suggestions.length > 0 ? `No ${many} match. Did you mean one of these?` : `No ${many} match.`
  if (count === options.length) return count === 1 ? `1 ${one}` : `${formatCount(count, one, many)}. Choose one.`
  const shown = formatNumber(options.length)
  const all = count === null ? `more than ${shown}` : formatNumber(count)
  return `${shown} of ${all} ${many}. Type more to narrow the list.`
}

/** An option of a field: a match to set it to, or words to search for. */
export interface FindOption {
  key: string
  title: string
  detail: string
  match?: Match
  words: string
}

/** The matches, or similar words if there are none. If `text` is not empty, it can be used although nothing matches. */
export function findOptions({ options, suggestions }: Matches, text: string): FindOption[] {
  const found = options.map((match) => {
    const { value, label, detail } = match
    return { key: `${value} ${label}`, title: label, detail, match, words: '' }
  })
  if (found.length > 0) return found
  const similar = suggestions.map((words) => ({ key: `words ${words}`, title: words, detail: 'Did you mean', words }))
  if (text === '') return similar
  const match = { value: text, label: text, detail: '' }
  return [...similar, { key: 'as it is', title: `Use “${text}” as it is`, detail: '', match, words: '' }]
}
