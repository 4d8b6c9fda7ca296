import type { Scope } from '@tenant-data/client'
import { usePaced, useSettled } from '../parts/use-paced.ts'
import { useToken } from '../session/session-context.tsx'
import { useMenu } from '../shell/use-menu.ts'
import { FEW, type Group, type Kind } from './found.ts'
import { groupsOf, type SearchedType, searchedTypes } from './grouped.ts'
import { snapshotValue } from './options.ts'
import { pageOptions, similarPages } from './page-options.ts'
import { useSearch } from './use-search.ts'

interface Found {
  groups: readonly Group[]
  /** False until the results for the current text are loaded. Until then, the groups are those of an earlier text. */
  isCurrent: boolean
  /** False until the numbers of results are known, too. */
  isCounted: boolean
  error: Error | null
  retry: () => void
  /** What is not searched because the token lacks the scope. */
  lacking: readonly string[]
}

/** Enough entities that a search for a whole word needs one request. */
const PAGE = 40
const MOST_CODED = 20
const MOST_RECORDS = 100
const MOST_SNAPSHOTS = 1000
/** Longer than the pause between two typed keys. Fewer requests are sent for what few searches need. */
const PAUSE_MS = 200
/** The maximum lengths of the API. */
const MAX_CODE = 255
const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/**
 * Searches everything that the token can read while the user types. The requests of an earlier text are canceled, and
 * its results stay until those of the next one are loaded.
 */
export function useFound(typed: string, expanded: ReadonlySet<Kind>): Found {
  const text = usePaced(typed)
  const settled = useSettled(text, PAUSE_MS)
  const scopes = useToken().data?.credential.scopes ?? []
  const pages = useMenu().map(({ path, name, scope }) => ({
    ...{ path, name },
    lacking: scope !== null && !scopes.includes(scope) ? scope : null,
  }))
  const isAsked = text !== ''
  const has = (scope: Scope) => isAsked && scopes.includes(scope)
  const [seesGraph, seesMaterials] = [has('graph:read'), has('materials:read')]
  const keeps = { keepsPrevious: true }
  const isCode = text.length <= MAX_CODE
  const byCode = useSearch(
    'searchEntities',
    { code: text, limit: MOST_CODED },
    { ...keeps, enabled: seesGraph && isCode },
  )
  const byWords = useSearch('searchEntities', { q: text, limit: PAGE }, { ...keeps, enabled: seesGraph })
  const hasMore =
    seesGraph && !byWords.isPlaceholderData && byWords.data !== undefined && byWords.data.links.next !== null
  const byType = useByType(text, hasMore && settled === text)
  const records = useSearch(
    'searchConnectedRecords',
    { q: settled, limit: MOST_RECORDS, ...(seesGraph && { kind: 'factory' as const }) },
    { ...keeps, enabled: seesMaterials && settled !== '' },
  )
  const snapshots = useSearch(
    'listBomSnapshots',
    { limit: MOST_SNAPSHOTS },
    { enabled: has('bom:read') && snapshotValue(text) !== null },
  )
  const id = UUID.test(text) ? text.toLowerCase() : ''
  const entity = useSearch('getEntity', { entityId: id }, { enabled: seesGraph && id !== '' })
  const exception = useSearch(
    'getMaterialPositionException',
    { exceptionId: id },
    { enabled: seesMaterials && id !== '' },
  )
  const searches = [byCode, byWords, records, snapshots]
  const failed = searches.find(({ isError }) => isError)
  const isLoading = [...searches, entity, exception].some(
    ({ isEnabled, isFetching, isPlaceholderData }) => isEnabled && (isFetching || isPlaceholderData),
  )
  const isCurrent = typed === text && (settled === text || !seesMaterials) && !isLoading
  const groups = groupsOf({
    ...{ text, expanded },
    pages: pageOptions(pages, text),
    similarPages: similarPages(pages, text),
    byCode: dataOf(byCode),
    byWords: dataOf(byWords),
    byType: byType.pages,
    records: dataOf(records),
    snapshots: snapshots.data,
    entity: entity.data?.data,
    exception: exception.data?.data,
  })
  return {
    groups,
    isCurrent,
    isCounted: isCurrent && (!hasMore || byType.isLoaded),
    error: failed?.error ?? null,
    retry: () => {
      for (const query of searches) if (query.isError) void query.refetch()
    },
    lacking: isAsked ? lackingOf(scopes) : [],
  }
}

/** The data of a query, also those of an earlier text. None if it is not for this text. */
function dataOf<Data>({ data, isEnabled }: { data: Data | undefined; isEnabled: boolean }): Data | undefined {
  return isEnabled ? data : undefined
}

/** The first entities of each type, with their number. */
function useByType(q: string, enabled: boolean) {
  const input = { q, limit: FEW, count: true } as const
  const style = useSearch('searchEntities', { ...input, type: 'style' }, { enabled })
  const sku = useSearch('searchEntities', { ...input, type: 'sku' }, { enabled })
  const material = useSearch('searchEntities', { ...input, type: 'material' }, { enabled })
  const supplier = useSearch('searchEntities', { ...input, type: 'supplier' }, { enabled })
  const all = { style, sku, material, supplier } satisfies Record<SearchedType, unknown>
  const isLoaded = enabled && Object.values(all).every(({ isFetching }) => !isFetching)
  const pages = enabled ? Object.fromEntries(searchedTypes.map((type) => [type, all[type].data])) : {}
  return { isLoaded, pages }
}

const searched: readonly (readonly [Scope, string])[] = [
  ['graph:read', 'Styles, SKUs, and suppliers'],
  ['materials:read', 'Factories and exceptions'],
  ['bom:read', 'Snapshots'],
]

function lackingOf(scopes: readonly Scope[]): string[] {
  return searched.flatMap(([scope, names]) => (scopes.includes(scope) ? [] : [`${names} require ${scope}.`]))
}
