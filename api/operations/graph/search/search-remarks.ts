import { type ValueKind, valueKinds } from '../../../../domain/search/found-by.ts'
import type { ListNotice } from '../../../../schemas/common.ts'
import type { Reader } from '../../../core/context.ts'
import { similarNaturalKeys } from './coded-filters.ts'
import { isKnownValue, similarTexts, similarValues } from './find-similar.ts'
import {
  codeMatches,
  type EntityFilters,
  type EntityStart,
  MOST_HITS,
  matchOf,
  typesOf,
  typesWith,
} from './read-entities.ts'

/** The facts about a page of a search that notices depend on. */
interface SearchedPage {
  /** Null if no entity matches the code. */
  start: EntityStart | null
  /** Whether the whole list is empty. */
  isMissed: boolean
  truncated: boolean
  count?: number
}

/** The notices and suggestions for a search. Each of them is absent if there are none. */
export async function remarksOf(
  reader: Reader,
  filters: EntityFilters,
  page: SearchedPage,
): Promise<{ notices?: ListNotice[]; suggestions?: string[] }> {
  const missing = page.isMissed ? await missingValues(reader, filters) : []
  const notices = [...looseMatch(filters, page), ...limits(page), ...missing]
  const { q } = filters
  const suggestions = page.isMissed && q !== undefined ? await similarTexts(reader, q, typesOf(filters)) : []
  return { ...(notices.length > 0 ? { notices } : {}), ...(suggestions.length > 0 ? { suggestions } : {}) }
}

function looseMatch({ code }: EntityFilters, { start, isMissed }: SearchedPage): ListNotice[] {
  if (code === undefined || start === null || isMissed || !codeMatches[start.match]?.isLoose) return []
  const detail =
    'No entity has exactly this code. These match it without case, spaces, and the characters -_./, or have it as their label.'
  return [{ code: 'matched_loosely', name: 'code', value: code, suggestions: [], detail }]
}

function limits({ truncated, count = 0 }: SearchedPage): ListNotice[] {
  const most = MOST_HITS.toLocaleString('en')
  const about = { code: 'truncated' as const, name: null, value: null, suggestions: [] }
  return [
    ...(truncated
      ? [
          {
            ...about,
            detail: `More than ${most} labels match q, and the rest was not considered. Add words or filters.`,
          },
        ]
      : []),
    ...(count === MOST_HITS
      ? [{ ...about, detail: `Counting stopped at ${most} entities. Add filters to get an exact count.` }]
      : []),
  ]
}

/** A notice for each filter value that no entity has. */
async function missingValues(reader: Reader, filters: EntityFilters): Promise<ListNotice[]> {
  const given = valueKinds.flatMap((name) => (filters[name] === undefined ? [] : [{ name, value: filters[name] }]))
  const found = await Promise.all(given.map(({ name, value }) => noticeOfValue(reader, name, value)))
  const { code } = filters
  const isAbsent = code !== undefined && (await matchOf(reader, { code })) === null
  const ofCode = isAbsent ? [await noticeOfCode(reader, code, filters)] : []
  return [...ofCode, ...found.flatMap((notice) => notice ?? [])]
}

/** The notice for a value that no entity has; null if some entity has it. */
export async function noticeOfValue(reader: Reader, name: ValueKind, value: string, shown: string = name) {
  const types = [...typesWith[name]]
  if (await isKnownValue(reader, name, value, types)) return null
  const suggestions = await similarValues(reader, name, value, types)
  const detail = `No ${types.join(' or ')} has this ${words[name]}. ${adviceFor(suggestions)}`
  return { code: 'no_such_value' as const, name: shown, value, suggestions, detail }
}

async function noticeOfCode(reader: Reader, value: string, filters: EntityFilters): Promise<ListNotice> {
  const suggestions = await similarNaturalKeys(reader, typesOf({ type: filters.type }), value)
  const detail = `No entity has this code, now or before. ${adviceFor(suggestions)}`
  return { code: 'no_such_value', name: 'code', value, suggestions, detail }
}

const words: Record<ValueKind, string> = {
  season: 'season',
  materialType: 'type',
  countryCode: 'country',
  certification: 'certification',
  fibre: 'fiber',
}

function adviceFor(suggestions: readonly string[]): string {
  return suggestions.length > 0 ? 'Use one of the suggestions.' : 'Omit the filter, or use a value that entities show.'
}
