import { editsBetween } from '../../schemas/checking/nearest-name.ts'
import type { ListNotice } from '../../schemas/common.ts'
import { compareText } from '../text/compare-text.ts'
import { looseForm } from './found-by.ts'

const MOST = 5
const FEW_EDITS = 2

/**
 * A notice when a filter's value is not among those that there are: with the same in another writing or within two letters,
 * else with all, when there are few.
 * @param missing the first sentence, such as `No dataset has this system.`
 */
export function noticeAmong(name: string, value: string, known: Iterable<string>, missing: string): ListNotice[] {
  const all = [...new Set(known)]
  if (all.includes(value)) return []
  const distance = (one: string) => editsBetween(looseForm(value), looseForm(one))
  const near = all.filter((one) => distance(one) <= FEW_EDITS)
  const suggestions =
    near.length > 0 ? near.sort((a, b) => distance(a) - distance(b) || compareText(a, b)) : all.sort(compareText)
  const shown = near.length > 0 || all.length <= MOST ? suggestions.slice(0, MOST) : []
  const advice = shown.length > 0 ? 'Use one of the suggestions.' : 'Omit the filter, or use a value that rows show.'
  return [{ code: 'no_such_value', name, value, suggestions: shown, detail: `${missing} ${advice}` }]
}

/** The field of a list's meta, absent where there is nothing to say. */
export function noticesField(notices: ListNotice[]): { notices?: ListNotice[] } {
  return notices.length > 0 ? { notices } : {}
}
