import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import Mocha from 'mocha'

/** The number of tests of a file by outcome. A failed hook counts as a failed test. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Failure {
  /** Relative to the folder that mocha ran in. Empty if a root hook or mocha itself failed. */
  file: string
  title: string
  message: string
}

/** The results of a run of mocha by file. It is written at the end, so an aborted run has none. */
export interface Report {
  files: Record<string, Counts>
  failures: Failure[]
}

const nothing = (): Counts => ({ passed: 0, failed: 0, skipped: 0 })

/** Prints what `spec` prints, and writes a {@link Report} to the file of `--reporter-option report=FILE`. */
class ReportAndSpec extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const target: unknown = options.reporterOptions?.report
    if (typeof target !== 'string') throw new Error('--reporter-option report=FILE says where the report is written')
    const files: Record<string, Counts> = {}
    const failures: Failure[] = []
    const count = (runnable: Mocha.Runnable, outcome: keyof Counts): string => {
      const file = runnable.file ? relative(process.cwd(), runnable.file) : ''
      files[file] ??= nothing()
      files[file][outcome] += 1
      return file
    }
    runner.on('pass', (test) => void count(test, 'passed'))
    runner.on('pending', (test) => void count(test, 'skipped'))
    runner.on('fail', (test, error) => {
      const file = count(test, 'failed')
      failures.push({ file, title: test.titlePath().join(' › '), message: String(error?.message ?? error) })
    })
    runner.once('end', () => writeFileSync(target, JSON.stringify({ files, failures } satisfies Report)))
  }
}

// Mocha loads a reporter by `require`, which returns the export of an ES module that has this name.
export { ReportAndSpec as 'module.exports' }
