import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import Mocha from 'mocha'

/** How many tests of a file ended how. A hook that failed counts as a test that failed. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Failure {
  /** Relative to the folder that mocha ran in; empty where a root hook or mocha itself failed. */
  file: string
  title: string
  message: string
}

/** What a run of mocha came to, file by file. It is written at the end: a run that was aborted leaves none. */
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

// The name by which an ES module says what `require` returns, with which mocha loads a reporter.
export { ReportAndSpec as 'module.exports' }
