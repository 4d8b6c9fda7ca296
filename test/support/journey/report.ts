import type { Cost } from './cost.ts'

/** Prints the cost of each recipe if `JOURNEY_REPORT` is set. */
export function printReport(costs: ReadonlyMap<string, Cost>): void {
  if (!process.env.JOURNEY_REPORT) return
  const lines = [...costs].map(([sentence, { requests, bytes, tokens }]) => {
    return [sentence, requests, bytes.toLocaleString('en'), tokens?.toLocaleString('en') ?? '–'].join(' · ')
  })
  process.stdout.write(`\nrecipe · requests · bytes · tokens\n${lines.join('\n')}\n`)
}
