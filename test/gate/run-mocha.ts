import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Report } from './report.ts'

const project = join(import.meta.dirname, '../..')

export interface MochaRun {
  /** Null if the process was killed. */
  exitCode: number | null
  /** Null if the run was aborted. */
  report: Report | null
}

/** Whether the output of mocha is shown. */
export type Output = 'inherit' | 'ignore'

/**
 * Runs a command whose last part is mocha, with servers and data of its own in a new folder below `folder`. When the
 * function returns or throws, that folder and every process that the command started are gone.
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
      // Programs that start `node` get the Node that runs this, not the one of the machine.
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
