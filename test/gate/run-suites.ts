import { loadavg } from 'node:os'
import type { Counts, Failure, Report } from './report.ts'
import { type MochaRun, type Output, runMocha } from './run-mocha.ts'

/** If more files than this fail, the cause is not chance, and none is tried again. */
const MOST_SECOND_TRIES = 5

export interface Suite {
  name: string
  /** The command of the whole suite. Further arguments of mocha are appended. */
  command: readonly string[]
  /** The command that runs one file of the suite alone. */
  again(file: string): readonly string[]
}

export interface Verdict {
  isGreen: boolean
  counts: Counts
  /** Failures and second tries to print, without what passed. */
  lines: string[]
}

/**
 * Runs suites one after the other. Then it runs each file that failed once more, alone, with servers of its own. A file
 * that passes then is listed, but does not fail the verdict. There is no second try after an aborted run, after a
 * failure outside of a file, or when more files failed than `MOST_SECOND_TRIES`.
 * @param folder an existing folder for data and reports
 */
export async function runSuites(
  suites: readonly Suite[],
  folder: string,
  output: Output = 'inherit',
): Promise<Verdict> {
  const lines: string[] = []
  const red: string[] = []
  const runs: { suite: Suite; report: Report }[] = []
  for (const suite of suites) {
    const run = await runMocha(suite.command, folder, output)
    const why = abortedBecause(run)
    if (why !== null) red.push(`red: ${suite.name} ${why}`)
    if (run.report) runs.push({ suite, report: run.report })
  }

  const failed = runs.flatMap(({ suite, report }) => failedFiles(report).map((file) => ({ suite, report, file })))
  for (const { report } of runs) lines.push(...report.failures.map((failure) => told('failed', failure)))
  if (failed.length > MOST_SECOND_TRIES) red.push(`red: ${failed.length} files failed, too many for a second try`)
  else {
    for (const { suite, report, file } of failed) {
      const load = loadavg()[0]?.toFixed(1)
      const run = await runMocha(suite.again(file), folder, output)
      if (run.report?.files[file]) report.files[file] = run.report.files[file]
      if (run.exitCode === 0 && run.report) lines.push(`passed at the second try: ${file}, with load ${load}`)
      else {
        lines.push(...(run.report?.failures ?? []).map((failure) => told('failed again', failure)))
        red.push(`red: ${file} ${run.report ? 'failed twice' : 'failed, and its second try came to no end'}`)
      }
    }
  }

  const counts = sum(runs.flatMap(({ report }) => Object.values(report.files)))
  if (counts.skipped > 0) red.push(`red: ${counts.skipped} tests were skipped`)
  if (counts.passed === 0) red.push('red: no test passed')
  return { isGreen: red.length === 0, counts, lines: [...lines, ...red] }
}

/** The reason why a run was aborted and its results do not count, or null. */
function abortedBecause({ exitCode, report }: MochaRun): string | null {
  if (!report) return `came to no end: ${exitCode === null ? 'it was killed' : `exit status ${exitCode}`}`
  const outside = report.failures.find(({ file }) => file === '')
  if (outside) return `failed outside of its files: ${outside.title}: ${outside.message}`
  if (exitCode !== 0 && report.failures.length === 0)
    return `ended with ${exitCode ?? 'a signal'}, although no test failed`
  return null
}

const failedFiles = (report: Report) => [...new Set(report.failures.map(({ file }) => file))].filter(Boolean)

const told = (what: string, { file, title, message }: Failure) => `${what}: ${file}: ${title}: ${firstLines(message)}`

const firstLines = (text: string) => text.split('\n').slice(0, 5).join('\n    ').slice(0, 1000)

function sum(all: readonly Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const one of all) {
    total.passed += one.passed
    total.failed += one.failed
    total.skipped += one.skipped
  }
  return total
}
