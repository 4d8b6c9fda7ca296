import { nouns } from '../format/nouns.ts'
import { formatCount, formatNumber, formatPart } from '../format/numbers.ts'

/** Where an option leads: to a page with its state, to a search for other words, or to all options of its group. */
export type Target = { to: string; search: Readonly<Record<string, string>> } | { words: string } | { expand: Kind }

export interface Option {
  key: string
  title: string
  /** What distinguishes it from others with the same title. */
  detail: string
  target: Target
}

/** The kinds of results, in the singular and the plural. */
const kindNames = {
  match: ['exact match', 'exact matches'],
  similar: ['match without case and separators', 'matches without case and separators'],
  page: ['page', 'pages'],
  ...nouns,
  snapshot: ['snapshot page', 'snapshot pages'],
  suggestion: ['suggestion', 'suggestions'],
} as const
export type Kind = keyof typeof kindNames

/** The results of one kind. */
export interface Group {
  kind: Kind
  /** The options that are shown. */
  options: readonly Option[]
  /** The number of results. Null if it is not known, and larger than the number of options. */
  total: number | null
  /** Leads to all results. Null if all are shown, or if no more can be shown. */
  all: Option | null
}

/** The number of results that a group shows at first. */
export const FEW = 5

interface Known {
  /** The number of results. By default, the number of options. Null if it is not known. */
  total?: number | null
  /** The page that lists all results. */
  page?: Target
  /** Whether the group shows all options that are loaded. */
  isExpanded?: boolean
}

/** A group with the first of its options, and a way to the others. None without options. */
export function groupOf(kind: Kind, options: readonly Option[], known: Known = {}): Group[] {
  const { total = options.length, page, isExpanded = false } = known
  if (options.length === 0) return []
  const shown = isExpanded ? options : options.slice(0, FEW)
  const group = { kind, options: shown, total, all: null }
  if (shown.length === total || (page === undefined && shown.length === options.length)) return [group]
  const [, many] = kindNames[kind]
  const title = total === null ? `Show more ${many}` : `Show all ${formatNumber(total)} ${many}`
  return [{ ...group, all: { key: `all ${kind}`, title, detail: '', target: page ?? { expand: kind } } }]
}

/** The count of a group: `3 styles`, `5 of 12 materials`, or `at least 5 factories` if the number is not known. */
export function countText({ kind, options, total }: Group): string {
  const [one, many] = kindNames[kind]
  if (total === null) return `at least ${formatCount(options.length, one, many)}`
  if (total === options.length) return formatCount(total, one, many)
  return `${formatPart(options.length, total)} ${many}`
}

/** The counts of all groups as one sentence for screen readers. */
export function foundText(groups: readonly Group[]): string {
  if (groups.length === 0) return 'No results.'
  return `Found ${groups.map(countText).join(', ')}.`
}

/** The heading of a group. */
export function titleOf(kind: Kind): string {
  if (kind === 'suggestion') return 'Did you mean'
  const [, many] = kindNames[kind]
  return many.charAt(0).toUpperCase() + many.slice(1)
}

/** All options that the arrow keys reach, in their order. */
export function reachable(groups: readonly Group[]): Option[] {
  return groups.flatMap(({ options, all }) => (all === null ? options : [...options, all]))
}
