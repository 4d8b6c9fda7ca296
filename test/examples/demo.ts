import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoFacts, readDemoFacts } from '../../demo/feed/demo-facts.ts'
import { start } from '../support/processes/npm-start.ts'
import { run } from '../support/processes/run.ts'

/** Loading the whole demo takes about a minute on a quiet machine, but much longer on a busy one. */
const READY_WITHIN_MS = 1_800_000

/** The demo as a new user has it after `npm start`. */
export interface Demo {
  folder: string
  localFolder: string
  facts: DemoFacts
  /** Tokens of the first organization. */
  tokens: { rest: string; mcp: string }
  stop(): Promise<void>
}

/** Starts the product with the command of the README, in a folder and on ports of its own. */
export async function startDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-examples-'))
  const localFolder = join(folder, 'local')
  mkdirSync(localFolder)
  const started = start('npm', localFolder, { DEMO_PROFILE: 'demo', DEMO_PUBLICATIONS: '5' })
  const stop = async () => {
    started.signal('SIGTERM')
    await started.ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await started.untilReady(READY_WITHIN_MS)
    const facts = readDemoFacts(join(localFolder, 'demo.json'))
    const [rest, mcp] = facts?.organizations[0]?.tokens ?? []
    if (!facts || !rest || !mcp) throw new Error('The start left no tokens')
    return { folder, localFolder, facts, tokens: { rest: rest.token, mcp: mcp.token }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whether a command is installed. */
export async function isInstalled(command: string): Promise<boolean> {
  const { exitCode } = await run('sh', ['-c', `command -v ${command}`], {})
  return exitCode === 0
}
