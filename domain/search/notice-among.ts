import { editsBetween } from '../../schemas/checking/nearest-name.ts'
import type { ListNotice } from '../../schemas/common.ts'
import { compareText } from '../text/compare-text.ts'
import { looseForm } from './found-by.ts'

const MOST = 5
const FEW_EDITS = 2

/**
 * Returns a notice if a filter's value does not exist. It suggests existing values that are spelled in another way or
 * differ by at most two characters. If there are none, it lists all values if they are few.
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

/** Returns the field of a list's meta, or no field if there are no notices. */
export function noticesField(notices: ListNotice[]): { notices?: ListNotice[] } {
  return notices.length > 0 ? { notices } : {}
}
