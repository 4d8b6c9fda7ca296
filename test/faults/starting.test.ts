import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import { mintToken } from '../../domain/credentials/token.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { startApiProcess } from '../support/api/api-process.ts'
import { type OwnGraph, startOwnGraph } from '../support/graph/own-graph.ts'
import { patient } from '../support/graph/patience.ts'
import { freshTopics } from '../support/processes/kafka.ts'
import { startProjectorProcess } from '../support/processes/projector-process.ts'
import { until } from '../support/until.ts'

/** `STARTS` is how often all of them start together. */
const STARTS = Number(process.env.STARTS ?? 2)
const OF_EACH = 5
const LEASE_MS = 10_000

describe('processes that start together', () => {
  let own: OwnGraph
  let graph: Graph
  let variables: Record<string, string>

  before(async () => {
    own = await startOwnGraph()
    variables = own.variables
    graph = connectGraph(parseEnvironment({ ...process.env, ...variables }), patient)
  })

  after(async () => {
    await graph.close()
    await own.remove()
  })

  /** Resets the database to a new one, except for the labels and property names that its store has seen. */
  async function empty(): Promise<void> {
    await graph.execute('MATCH (n) DETACH DELETE n')
    const constraints = await graph.execute('SHOW CONSTRAINTS YIELD name RETURN name')
    for (const { name } of constraints) await graph.execute(`DROP CONSTRAINT ${name}`)
    const indexes = await graph.execute("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name")
    for (const { name } of indexes) await graph.execute(`DROP INDEX ${name}`)
  }

  for (let round = 1; round <= STARTS; round += 1) {
    it(`migrate an empty graph once and all become ready, round ${round} of ${STARTS}`, async () => {
      await empty()
      const settings = { ...variables, ...freshTopics(), PROJECTOR_GROUP: `starting-${round}` }
      const five = Array.from({ length: OF_EACH })
      const [projectors, apis] = await Promise.all([
        Promise.all(five.map(() => startProjectorProcess(settings))),
        Promise.all(five.map(() => startApiProcess(settings))),
      ])
      try {
        const isUp = async (url: string) => (await fetch(`${url}/readyz`)).ok
        await Promise.all([
          ...projectors.map((projector) => projector.untilReady(120_000)),
          ...apis.map(({ adminUrl }) => until('the API to be ready', () => isUp(adminUrl), 120_000)),
        ])
        for (const text of [...projectors.map(({ output }) => output()), ...apis.map(({ output }) => output())])
          expect(text).not.to.match(/Deadlock|AlreadyExists|ConstraintValidation/)
        expect(projectors.map(({ lines }) => lines('servers not ready yet'))).to.deep.equal(five.map(() => []))
        const answers = await Promise.all(
          apis.map(({ url }) => fetch(`${url}/v1/entities`, { headers: { Authorization: 'Bearer none' } })),
        )
        expect(answers.map(({ status }) => status)).to.deep.equal(five.map(() => 401))
        const applied = await graph.execute(
          'MATCH (m:Migration) WHERE m.checksum IS NOT NULL RETURN m.name AS name, count(*) AS times',
        )
        expect(applied.map(({ times }) => times)).to.deep.equal(applied.map(() => 1))
        expect(await migrate(graph)).to.deep.equal([])
      } finally {
        for (const projector of projectors) projector.signal('SIGKILL')
        for (const api of apis) api.kill('SIGKILL')
        await Promise.all([...projectors.map(({ ended }) => ended), ...apis.map(({ exited }) => exited)])
      }
    })
  }

  it('return 503 instead of 401 for an unknown credential while the graph has no schema', async () => {
    await empty()
    const api = await startApiProcess(variables)
    try {
      const { status } = await fetch(`${api.adminUrl}/readyz`)
      expect(status).to.equal(503)
      const { text } = mintToken('local')
      const ask = () => fetch(`${api.url}/v1/entities`, { headers: { Authorization: `Bearer ${text}` } })
      const answer = await ask()
      expect(answer.status).to.equal(503)
      expect(await answer.json()).to.include({ code: 'dependency_unavailable' })
      await migrate(graph)
      await until('the API to be ready', async () => (await fetch(`${api.adminUrl}/readyz`)).ok)
      expect((await ask()).status).to.equal(401)
    } finally {
      api.kill('SIGKILL')
      await api.exited
    }
  })

  const start = async () => {
    const script = join(import.meta.dirname, 'migrating-process.ts')
    const child = spawn(process.execPath, [script], { env: { ...process.env, ...variables }, stdio: 'pipe' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
    const says = (line: string) => until(`"${line}" of ${output}`, () => output.includes(line))
    await says('held')
    return { child, says, ended: once(child, 'exit') }
  }

  it('migrate the graph when the process that held the lease of migrations was killed', async () => {
    await empty()
    const { child, ended } = await start()
    child.kill('SIGKILL')
    await ended
    const begun = performance.now()
    expect(await migrate(graph)).not.to.deep.equal([])
    expect(performance.now() - begun).to.be.within(LEASE_MS / 2, 6 * LEASE_MS)
  })

  it('migrate the graph when the holder of the lease is suspended, and that process changes nothing more', async () => {
    await empty()
    const { child, says, ended } = await start()
    child.kill('SIGSTOP')
    expect(await migrate(graph)).not.to.deep.equal([])
    // A second process holds the lease when the suspended one resumes.
    const other = await start()
    child.kill('SIGCONT')
    child.stdin.write('\n')
    await says('Another process migrates the graph by now')
    other.child.stdin.write('\n')
    await other.says('still held')
    for (const one of [child, other.child]) one.stdin.end()
    await Promise.all([ended, other.ended])
  })
})
