import type { Claim } from './apply-batch.ts'

export type StopReason = 'gap' | 'undecodable' | 'refused'

/**
 * Where this process stands with one partition that it was given: it is claiming it, running it, waiting for a server
 * (held), or has stopped it until an operator acts.
 */
export type PartitionState =
  | { state: 'claiming' }
  | { state: 'running' | 'held'; claim: Claim; next: number }
  | { state: 'stopped'; reason: StopReason; detail: string }

export interface Place {
  topic: string
  partition: number
}

/** The states of the partitions that this process has now; a new assignment replaces them all. */
export function createPartitionStates() {
  let states = new Map<string, Place & PartitionState>()
  const keyOf = ({ topic, partition }: Place) => `${topic}/${partition}`
  return {
    replace(places: readonly Place[]): void {
      states = new Map(places.map((place) => [keyOf(place), { ...place, state: 'claiming' }]))
    },
    get: (place: Place) => states.get(keyOf(place)),
    /** Does nothing for a partition that was taken away meanwhile. */
    set({ topic, partition }: Place, state: PartitionState): void {
      const key = keyOf({ topic, partition })
      if (states.has(key)) states.set(key, { topic, partition, ...state })
    },
    all: () => [...states.values()],
  }
}

export type PartitionStates = ReturnType<typeof createPartitionStates>
