import { GraphError } from '../cypher/errors.ts'
import { keyOf, type Place } from './partition-states.ts'
import { MAX_SLICE_RECORDS } from './slices.ts'

/**
 * How many records of a partition one transaction takes: fewer after one that was too much for the graph, so that a
 * partition gets on however heavy its records are, and more again with each that went well.
 */
export function createSliceLimits() {
  const limits = new Map<string, number>()
  const of = (place: Place) => limits.get(keyOf(place)) ?? MAX_SLICE_RECORDS
  return {
    of,
    shrinkAfter(place: Place, error: unknown, records: number): void {
      const wasTooMuch = error instanceof GraphError && (error.kind === 'timeout' || error.kind === 'overloaded')
      if (wasTooMuch) limits.set(keyOf(place), Math.max(1, Math.floor(records / 2)))
    },
    grow(place: Place): void {
      const limit = Math.ceil(of(place) * 1.25)
      if (limit < MAX_SLICE_RECORDS) limits.set(keyOf(place), limit)
      else limits.delete(keyOf(place))
    },
  }
}
