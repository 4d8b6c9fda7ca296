import type { ExceptionInput } from '../../schemas/materials/exceptions.ts'
import { type History, newestOf, takenAt } from '../history.ts'

/** A record that findings may be based on, in its current state. */
export interface InputRecord extends Omit<ExceptionInput, 'observedAt'> {
  history: History
}

/** What a finding is based on: a record, when it took the values that the finding is about, and its newest event. */
export interface Input extends ExceptionInput {
  newestAt: string
}

/** The record with the time at which it took values: all of `names`, and any of `alternatives` where there are some. */
export function inputOf(
  { history, ...record }: InputRecord,
  names: readonly string[],
  alternatives: readonly string[] = [],
): Input {
  const oldest = alternatives.map((name) => takenAt(history, [name])).sort()[0]
  const times = [...(names.length > 0 ? [takenAt(history, names)] : []), ...(oldest === undefined ? [] : [oldest])]
  return { ...record, observedAt: newestOf(times) ?? history.since, newestAt: history.newest }
}

/** Each record once, with its newest time; the newest first, ties by kind and id. */
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
