import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

export const parts = [
  'reads',
  'projector',
  'dense',
  'history',
  'mcp',
  'neighbors',
  'exports',
  'peers',
  'graphql',
  'idle',
  'answers',
  'load',
] as const
export type Part = (typeof parts)[number]

export interface Options {
  parts: readonly Part[]
  rounds: number
  /** Uses small data and short windows, to check that everything works. Its figures mean little. */
  quick: boolean
  /**
   * The path of the jar of Neo4j's Kafka connector, which is compared with the projector. A stand-in replaces it if
   * null.
   */
  connector: string | null
}

export const usage = `Usage: npm run bench -- [options]
  --only PART   ${parts.join(', ')} (default all)
  --rounds N    how often each pair is measured (default 5)
  --quick       small data and one round, in a few minutes
  --connector F the jar of Neo4j's connector for Kafka, to be a peer of the projector (default: a sink with the same shapes)`

/** Parses the command line. @throws Error that names the invalid option */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      connector: { type: 'string' },
    },
  })
  const { only, quick, connector = null, rounds = quick ? '1' : '5' } = values
  if (connector !== null && !existsSync(connector)) throw new Error(`--connector: there is no file ${connector}`)
  if (!/^[1-9]\d?$/.test(rounds)) throw new Error('--rounds must be an integer from 1 to 99')
  return { parts: only === undefined ? parts : [partOf(only)], rounds: Number(rounds), quick, connector }
}

function partOf(name: string): Part {
  const found = parts.find((part) => part === name)
  if (!found) throw new Error(`--only must be one of ${parts.join(', ')}`)
  return found
}
