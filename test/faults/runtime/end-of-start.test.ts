import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { type commands, holderOf, processesOf, type Started, start } from '../../support/processes/npm-start.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

const GONE_WITHIN_MS = 5000

interface Case {
  how: keyof typeof commands
  end: (started: Started, folder: string) => void
  /** Whether the databases are stopped in order, after the processes that use them. */
  orderly: boolean
}

const cases: Record<string, Case> = {
  'Ctrl-C in its terminal': { how: 'terminal', end: ({ type }) => type('\x03'), orderly: true },
  'its terminal is closed': { how: 'terminal', end: ({ signal }) => signal('SIGKILL'), orderly: true },
  'INT reaches npm alone': { how: 'npm', end: ({ signal }) => signal('SIGINT'), orderly: true },
  'TERM reaches npm alone': { how: 'npm', end: ({ signal }) => signal('SIGTERM'), orderly: true },
  'npm is killed with -9': { how: 'npm', end: ({ signal }) => signal('SIGKILL'), orderly: true },
  'TERM reaches node': { how: 'node', end: ({ signal }) => signal('SIGTERM'), orderly: true },
  'HUP reaches node': { how: 'node', end: ({ signal }) => signal('SIGHUP'), orderly: true },
  'node is killed with -9': {
    how: 'npm',
    end: (_, folder) => process.kill(holderOf(folder), 'SIGKILL'),
    orderly: false,
  },
}

/** Uses the Neo4j of the tests, so that each start takes seconds. start.test.ts tests the end of an embedded one. */
describeWith(['ps', 'script'], 'the end of npm start', () => {
  let folder: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'end-of-start-'))
  })
  afterEach(() => {
    for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const [what, { how, end, orderly }] of Object.entries(cases)) {
    it(`leaves no process after 5 s when ${what}`, async () => {
      const { NEO4J_URI } = process.env
      const started = start(how, folder, { NEO4J_URI, PROJECTOR_GROUP: basename(folder) })
      await started.untilReady()
      expect(processesOf(folder).length).to.be.greaterThanOrEqual(4)
      end(started, folder)
      await until('the end of every process', () => processesOf(folder).length === 0, GONE_WITHIN_MS)
      expect(existsSync(join(folder, 'data/lock')), 'the lock of the data folder remains').to.equal(!orderly)
    })
  }
})
