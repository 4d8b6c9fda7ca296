import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { PATIENCE_MS } from '../graph/patience.ts'
import { javaFlags } from '../java-flags.ts'
import { until } from '../until.ts'

const READY_WITHIN_MS = 840_000

/** A running `npm start` or equivalent command. */
export interface Started {
  /** The process that was spawned: npm, node or the terminal. */
  pid: number
  output(): string
  /** Types into the terminal. */
  type(keys: string): void
  signal(signal: NodeJS.Signals): void
  /** Waits until everything is loaded. @throws Error with the output if it ends or takes too long */
  untilReady(withinMs?: number): Promise<void>
  ended: Promise<number | null>
}

/** The three commands that start the runtime; `terminal` runs `npm start` in a pseudoterminal. */
export const commands = {
  npm: ['npm', 'start'],
  node: [process.execPath, 'dev/start.ts'],
  terminal:
    process.platform === 'darwin'
      ? ['script', '-q', '/dev/null', 'npm', 'start']
      : ['script', '-qefc', 'npm start', '/dev/null'],
}

/**
 * Starts the runtime in a folder, with the Java flags and the longer timeouts of tests. Variables that name servers are
 * not inherited.
 */
export function start(how: keyof typeof commands, folder: string, variables: NodeJS.ProcessEnv = {}): Started {
  const [command = '', ...args] = commands[how]
  const own = {
    NEO4J_URI: '',
    KAFKA_BROKERS: '',
    LOCAL_FOLDER: folder,
    DEMO_PROFILE: 'smoke',
    RESPOND_WITHIN_MS: String(PATIENCE_MS),
    JDK_JAVA_OPTIONS: javaFlags.join(' '),
    ...variables,
  }
  const child = spawn(command, args, { cwd: projectFolder, env: { ...process.env, ...own }, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  child.stdin.on('error', () => {})
  const ended = once(child, 'close').then(() => child.exitCode)
  const isReady = () => {
    if (output.includes('Press Ctrl-C to stop everything')) return true
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`npm start ended:\n${output}`)
    return false
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    type: (keys) => child.stdin.write(keys),
    signal: (signal) => child.kill(signal),
    untilReady: async (withinMs = READY_WITHIN_MS) =>
      void (await until('the runtime', isReady, withinMs).catch((error) => fail(error, output))),
    ended,
  }
}

function fail(error: Error, output: string): never {
  throw new Error(`${error.message}\n${output}`)
}

/** The live processes that were started for a folder: the folder is in their environment. */
export function processesOf(folder: string): number[] {
  const list = execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const own = list.split('\n').filter((line) => line.includes(`LOCAL_FOLDER=${folder}`))
  return own.map((line) => Number.parseInt(line, 10))
}

/** The process that holds the lock of a folder: the node that runs dev/start.ts. */
export function holderOf(folder: string): number {
  return JSON.parse(readFileSync(join(folder, 'data/lock'), 'utf8')).pid
}
