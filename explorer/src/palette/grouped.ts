import type {
  BomSnapshotPage,
  ConnectedRecordPage,
  Entity,
  EntityPage,
  EntityType,
  PositionException,
} from '@tenant-data/client'
import { type Group, groupOf, type Kind, type Option } from './found.ts'
import { entityOption, exceptionOption, isSnapshot, recordOption, snapshotOptions, snapshotValue } from './options.ts'

/** The types that a search for words lists. Snapshots are listed with the pages that show them. */
export const searchedTypes = ['style', 'sku', 'material', 'supplier'] as const satisfies readonly EntityType[]
export type SearchedType = (typeof searchedTypes)[number]

/** The responses that are loaded for a text. */
export interface Responses {
  text: string
  pages: readonly Option[]
  /** Pages with a similar name, which are offered if nothing is found. */
  similarPages: readonly Option[]
  /** The entities that have the text as a code. */
  byCode?: EntityPage | undefined
  /** The first entities of all types whose label has the words. */
  byWords?: EntityPage | undefined
  /** The first entities of each type, with their number. Only needed if `byWords` has more pages. */
  byType?: Partial<Record<SearchedType, EntityPage | undefined>>
  /** The records of materials and factories. */
  records?: ConnectedRecordPage | undefined
  snapshots?: BomSnapshotPage | undefined
  /** What has the text as its ID. */
  entity?: Entity | undefined
  exception?: PositionException | undefined
  expanded: ReadonlySet<Kind>
}

/** The results in groups: what has the text as its code or ID first, then the group with the best hit. */
export function groupsOf(responses: Responses): Group[] {
  const { text, pages, records, expanded } = responses
  const matches = matchesOf(responses)
  const above = new Set(matches.flatMap(({ options }) => options.map(({ key }) => key)))
  const entities = typesInOrder(responses).flatMap((type) => entityGroup(type, responses, above))
  const found = [
    ...matches,
    ...groupOf('page', pages, { isExpanded: true }),
    ...entities,
    ...(['material', 'factory'] as const).flatMap((kind) => recordGroup(kind, records, expanded)),
    ...snapshotGroup(responses),
  ]
  return found.length > 0 || text === '' ? found : suggestionGroup(responses)
}

function matchesOf({ text, byCode, entity, exception }: Responses): Group[] {
  const ids = [...(entity ? [entityOption(entity)] : []), ...(exception ? [exceptionOption(exception)] : [])]
  const isLoose = byCode?.meta.notices?.some(({ code }) => code === 'matched_loosely') ?? false
  const coded = (byCode?.data ?? []).filter(({ type }) => type !== 'bom_publication')
  const options = [...ids, ...coded.map((one) => entityOption(one, text))]
  const total = byCode?.links.next ? null : options.length
  return groupOf(isLoose ? 'similar' : 'match', options, { total, isExpanded: true })
}

/** The types of entities, that of the best hit first. */
function typesInOrder({ byWords }: Responses): SearchedType[] {
  const hits = byWords?.data.map(({ type }) => type) ?? []
  const first = (type: SearchedType) => (hits.includes(type) ? hits.indexOf(type) : hits.length)
  return searchedTypes.toSorted((a, b) => first(a) - first(b))
}

function entityGroup(type: SearchedType, { text, byWords, byType }: Responses, above: ReadonlySet<string>): Group[] {
  if (byWords === undefined) return []
  const own = byWords.links.next === null ? undefined : byType?.[type]
  const hits = own?.data ?? byWords.data.filter((entity) => entity.type === type)
  const isWhole = byWords.links.next === null
  const count = own ? (own.meta.count ?? null) : isWhole ? hits.length : null
  const rest = hits.filter(({ id }) => !above.has(id))
  const total = count === null ? null : count - (hits.length - rest.length)
  const page = { to: '/graph', search: { q: text, type } }
  return groupOf(
    type,
    rest.map((entity) => entityOption(entity)),
    { total, page },
  )
}

function recordGroup(
  kind: 'material' | 'factory',
  records: ConnectedRecordPage | undefined,
  expanded: ReadonlySet<Kind>,
): Group[] {
  if (records === undefined) return []
  const own = records.data.filter((record) => record.kind === kind)
  const total = records.links.next === null ? own.length : null
  return groupOf(kind, own.map(recordOption), { total, isExpanded: expanded.has(kind) })
}

function snapshotGroup({ text, snapshots, expanded }: Responses): Group[] {
  const value = snapshotValue(text)
  if (value === null || snapshots === undefined) return []
  const found = snapshots.data.filter((snapshot) => isSnapshot(snapshot, value))
  const isExpanded = expanded.has('snapshot')
  const total = snapshots.links.next === null ? 2 * found.length : null
  return groupOf('snapshot', found.flatMap(snapshotOptions), { total, isExpanded })
}

/** Words and codes of the organization that are similar to the text, and pages. */
function suggestionGroup({ byWords, byCode, records, similarPages }: Responses): Group[] {
  const codes = byCode?.meta.notices?.flatMap(({ suggestions }) => suggestions) ?? []
  const words = [...codes, ...(byWords?.meta.suggestions ?? []), ...(records?.meta.suggestions ?? [])]
  const options = [...new Set(words)].map((one) => ({
    key: `words ${one}`,
    title: one,
    detail: 'Search for this',
    target: { words: one },
  }))
  return groupOf('suggestion', [...similarPages, ...options], { isExpanded: true })
}
