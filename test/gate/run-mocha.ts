import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Report } from './report.ts'

const project = join(import.meta.dirname, '../..')

export interface MochaRun {
  /** Null when it was killed. */
  exitCode: number | null
  /** Null when it did not come to its end. */
  report: Report | null
}

/** Where what mocha prints goes. */
export type Output = 'inherit' | 'ignore'

/**
 * Runs a command that ends in mocha, with servers and data of its own in a new folder below `folder`. When it returns, the
 * folder is gone and so is every process that the command started, with any outcome.
 */
export async function runMocha(
  command: readonly string[],
  folder: string,
  output: Output = 'inherit',
): Promise<MochaRun> {
  const own = mkdtempSync(join(folder, 'run-'))
  const file = join(own, 'report.json')
  const mark = randomUUID()
  const [program = '', ...args] = command
  const child = spawn(
    program,
    [...args, '--reporter', join(import.meta.dirname, 'report.ts'), '--reporter-option', `report=${file}`],
    {
      cwd: project,
      // Programs that ask for `node` get the one that runs this, and not the machine's.
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        TEST_RUN: mark,
        TEST_DATA: join(own, 'data'),
      },
      stdio: ['ignore', output, output],
    },
  )
  try {
    const [exitCode] = await once(child, 'exit')
    return { exitCode, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null }
  } finally {
    await promisify(execFile)(join(project, '.ci/end-processes'), [`TEST_RUN=${mark}`])
    rmSync(own, { recursive: true, force: true })
  }
}
