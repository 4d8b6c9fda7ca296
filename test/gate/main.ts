import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSuites, type Suite } from './run-suites.ts'

/** The test suites that must pass for every change. See docs/adr/0031-the-gate.md. */
const suites: Suite[] = [
  suiteOf('test', '.mocharc.json'),
  suiteOf('test:contract', '.mocharc.alone.json'),
  suiteOf('test:conformance', '.mocharc.json'),
]

function suiteOf(script: string, config: string): Suite {
  return {
    name: `npm ${script === 'test' ? script : `run ${script}`}`,
    command: ['npm', 'run', script, '--'],
    again: (file) => ['node_modules/.bin/mocha', '--config', config, file],
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tda-gate-'))
const { isGreen, counts, lines } = await runSuites(suites, folder).finally(() =>
  rmSync(folder, { recursive: true, force: true }),
)
console.log(
  [
    '',
    ...lines,
    `${counts.passed} passed, ${isGreen ? 0 : Math.max(1, counts.failed)} failed, ${counts.skipped} skipped`,
  ].join('\n'),
)
process.exitCode = isGreen ? 0 : 1
