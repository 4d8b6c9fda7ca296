import type { Claim } from './advance.ts'

export type StopReason = 'gap' | 'undecodable' | 'refused'

/** Where this process stands with one partition that it was given; a stopped one waits for an operator. */
export type PartitionState =
  | { state: 'claiming' }
  | { state: 'running'; claim: Claim; next: number }
  | { state: 'stopped'; reason: StopReason; detail: string }

export interface Place {
  topic: string
  partition: number
}

/** `failure` says why the last batch was put back, `failures` how often in a row; a batch that is applied clears both. */
export type Standing = Place &
  PartitionState & { failure: string | null; failures: number; last?: { timestamp: number; appliedAt: number } }

export function keyOf({ topic, partition }: Place): string {
  return `${topic}/${partition}`
}

/** The standings of the partitions that this process has now; a new assignment replaces them all. */
export function createPartitionStates() {
  let standings = new Map<string, Standing>()
  function change(
    { topic, partition }: Place,
    fields: PartitionState | Partial<Pick<Standing, 'failure' | 'failures' | 'last'>>,
  ): void {
    const found = standings.get(keyOf({ topic, partition }))
    // A partition that was taken away meanwhile has no standing any more.
    if (found) standings.set(keyOf(found), { ...found, ...fields, topic, partition } as Standing)
  }
  return {
    replace(places: readonly Place[]): void {
      standings = new Map(
        places.map(({ topic, partition }) => [
          keyOf({ topic, partition }),
          { topic, partition, state: 'claiming', failure: null, failures: 0 },
        ]),
      )
    },
    get: (place: Place) => standings.get(keyOf(place)),
    set: (place: Place, state: PartitionState): void => change(place, state),
    /** A batch was put back. @returns how many were in a row, this one included */
    failed(place: Place, failure: string): number {
      const failures = (standings.get(keyOf(place))?.failures ?? 0) + 1
      change(place, { failure, failures })
      return failures
    },
    /** A batch was applied; `timestamp` is Kafka's of its last record. */
    applied(place: Place, claim: Claim, next: number, timestamp?: number): void {
      change(place, { state: 'running', claim, next })
      change(place, { failure: null, failures: 0 })
      if (timestamp !== undefined) change(place, { last: { timestamp, appliedAt: Date.now() } })
    },
    all: () => [...standings.values()],
  }
}

export type PartitionStates = ReturnType<typeof createPartitionStates>
