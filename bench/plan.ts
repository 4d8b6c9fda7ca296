/** The number of rounds of a part, and its time limit. */
export interface Plan {
  rounds: number
  /** No round except the first starts later than this, as a time of `performance.now()`. */
  until: number
  onProgress(line: string): void
}

/** The rounds of a part. The side that starts alternates, so that neither always runs in the quieter half. */
export function* roundsOf(part: string, { rounds, until, onProgress }: Plan): Generator<{ first: 'ours' | 'bare' }> {
  for (let round = 1; round <= rounds; round += 1) {
    if (round > 1 && performance.now() > until) {
      onProgress(`${part}: the time is up after ${round - 1} of ${rounds} rounds.`)
      return
    }
    onProgress(`${part}: round ${round} of ${rounds}.`)
    yield { first: round % 2 === 1 ? 'ours' : 'bare' }
  }
}

/** Runs both sides one after the other, starting with the given one. */
export async function runExclusive<A, B>(
  first: 'ours' | 'bare',
  ours: () => Promise<A>,
  bare: () => Promise<B>,
): Promise<{ ours: A; bare: B }> {
  if (first === 'ours') {
    const done = await ours()
    return { ours: done, bare: await bare() }
  }
  const done = await bare()
  return { ours: await ours(), bare: done }
}
