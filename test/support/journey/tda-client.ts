import { type Ran, tda } from '../processes/tda.ts'
import { commandOf } from './calls.ts'
import type { CostCounter } from './cost.ts'

/** The command line `tda`, which counts its commands. */
export interface TdaClient {
  run(...words: string[]): Promise<Ran>
}

export function createTdaClient(cost: CostCounter): TdaClient {
  return {
    async run(...words) {
      const ran = await tda({}, words)
      cost.add(commandOf(words), words.join(' '), ran.stdout + ran.stderr)
      return ran
    },
  }
}
