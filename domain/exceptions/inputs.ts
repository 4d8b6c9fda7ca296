import type { ExceptionInput } from '../../schemas/materials/exceptions.ts'
import { type History, newestOf, takenAt } from '../history.ts'

/** The current state of a record that can be an input of findings. */
export interface InputRecord extends Omit<ExceptionInput, 'observedAt'> {
  history: History
}

/**
 * An input of a finding: a record, the time since which it has the values that matter, and the time of its newest
 * event.
 */
export interface Input extends ExceptionInput {
  newestAt: string
}

/**
 * Returns a record as an input. Its time is when it got all of the values `names` and, if `alternatives` are given, any
 * of those.
 */
export function inputOf(
  { history, ...record }: InputRecord,
  names: readonly string[],
  alternatives: readonly string[] = [],
): Input {
  const oldest = alternatives.map((name) => takenAt(history, [name])).sort()[0]
  const times = [...(names.length > 0 ? [takenAt(history, names)] : []), ...(oldest === undefined ? [] : [oldest])]
  return { ...record, observedAt: newestOf(times) ?? history.since, newestAt: history.newest }
}

/** Merges inputs of the same record, with its newest time. The newest comes first, then by kind and ID. */
export function sortedInputs(inputs: readonly Input[]): Input[] {
  const each = new Map<string, Input>()
  for (const input of inputs) {
    const key = `${input.kind} ${input.id}`
    const known = each.get(key)
    if (!known || input.observedAt > known.observedAt) each.set(key, input)
  }
  return [...each].sort(byTime).map(([, input]) => input)
}

function byTime([a, one]: [string, Input], [b, other]: [string, Input]): number {
  if (one.observedAt !== other.observedAt) return one.observedAt > other.observedAt ? -1 : 1
  return a < b ? -1 : 1
}
