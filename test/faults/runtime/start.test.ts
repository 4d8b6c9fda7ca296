import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { DemoFacts } from '../../../demo/feed/demo-facts.ts'
import { processesOf, type Started, start } from '../../support/processes/npm-start.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

const curls = (started: Started) => started.output().match(/^curl .*$/gm) ?? []
const paste = (command: string) =>
  JSON.parse(execFileSync('sh', ['-c', `${command} || echo '{}'`], { encoding: 'utf8' }))

describeWith(['curl', 'ps'], 'npm start', () => {
  const listener = createServer()
  let folder: string
  let first: Started
  let facts: DemoFacts
  let taken: number

  const readFacts = () => DemoFacts.parse(JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')))
  const gone = () => until('the end of every process', () => processesOf(folder).length === 0, 5000)

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'npm-start-'))
    taken = await new Promise<number>((resolve) => {
      listener.listen(0, '127.0.0.1', () => {
        const address = listener.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    first = start('npm', folder, { PORT: String(taken) })
    await first.untilReady()
    facts = readFacts()
  })
  after(() => {
    listener.close()
    for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true })
  })

  it('prints its steps, the Explorer link before all data is loaded, and the progress of loading', () => {
    const steps = [
      /Starting Neo4j on port \d+/,
      /Starting Kafka on port \d+/,
      /Neo4j is ready after/,
      /Migrations applied: \d+/,
      /Starting the projector and the API/,
      /Loading the styles, materials, and suppliers of quillmere: [\d,]+ of [\d,]+ events after \d+ s/,
      /The graph of the first brand can be read/,
      /Open the Explorer {2}http:\S+#token=tda_/,
      /Everything is loaded/,
      /Where to start:/,
      /Commands to paste:/,
    ]
    const places = steps.map((step) => first.output().search(step))
    expect(
      places.every((place) => place >= 0),
      first.output(),
    ).to.equal(true)
    const ordered = places.slice(3)
    expect(ordered).to.deep.equal(ordered.toSorted((a, b) => a - b))
  })

  it('records when everything was loaded', () => {
    expect(Date.parse(facts.loadedAt ?? '')).to.be.above(0)
  })

  it('uses and prints a free port when the configured one is in use', () => {
    expect(first.output()).to.match(
      new RegExp(`Port ${taken} is taken; the API uses ${new URL(facts.baseUrl).port}\\.`),
    )
  })

  it('prints five commands that work when pasted', () => {
    const answers = curls(first).map(paste)
    expect(answers).to.have.length(5)
    for (const answer of answers) {
      expect(answer.data, JSON.stringify(answer)).to.be.an('array').that.is.not.empty
    }
    expect(answers[1].data[0].type).to.equal('style')
  })

  it('writes the same addresses and tokens to a file for scripts that only its owner can read', async () => {
    expect(statSync(join(folder, 'demo.json')).mode & 0o777).to.equal(0o600)
    for (const value of [facts.baseUrl, facts.adminUrl, facts.docsUrl, facts.kafkaBrokers, facts.neo4jUri]) {
      expect(first.output()).to.include(value)
    }
    expect(facts.organizations.map(({ key }) => key)).to.deep.equal(['quillmere', 'pallendro'])
    for (const { tokens } of facts.organizations) {
      expect(tokens.map(({ scopes }) => scopes.includes('mcp:read'))).to.deep.equal([false, true])
      for (const { token } of tokens) expect(first.output()).to.include(token)
    }
    expect((await fetch(`${facts.adminUrl}/readyz`)).status).to.equal(200)
  })

  it('names the process that holds the data folder, within a second, when it is started again', async () => {
    // A start with an invalid port ends once its modules are loaded, which measures how long loading takes here.
    const loadedMs = stopwatch()
    expect(await start('node', folder, { PORT: 'nonsense' }).ended).to.equal(1)
    const withinMs = loadedMs() + 1000
    const tookMs = stopwatch()
    const second = start('node', folder)
    expect(await second.ended).to.equal(1)
    expect(tookMs()).to.be.lessThan(withinMs)
    const holder = JSON.parse(readFileSync(join(folder, 'data/lock'), 'utf8')).pid
    expect(second.output().trim()).to.equal(
      `The data folder ${folder}/data is held by process ${holder}. Stop that process first.`,
    )
  })

  it('starts the API, the projector and the databases again when they end', async () => {
    const children: { pid: number }[] = JSON.parse(readFileSync(join(folder, 'data/lock'), 'utf8')).children
    expect(children).to.have.length(4)
    for (const { pid } of children) process.kill(pid, 'SIGKILL')
    for (const name of ['Neo4j', 'Kafka', 'The API', 'The projector']) {
      await until(`the word that ${name} ended`, () =>
        first.output().includes(`${name} ended (SIGKILL); it starts again`),
      )
    }
    await until('an answer', () => paste(curls(first)[1] ?? '').data?.length === 3)
  })

  it('is ready again after kill -9, with the same data, ports and tokens, and feeds nothing twice', async () => {
    process.kill(JSON.parse(readFileSync(join(folder, 'data/lock'), 'utf8')).pid, 'SIGKILL')
    await gone()
    const second = start('npm', folder, { PORT: String(taken) })
    await second.untilReady()
    expect(readFacts()).to.deep.equal(facts)
    expect(second.output()).to.not.match(/Loading /)
    expect(paste(curls(first)[1] ?? '').data).to.have.length(3)
    second.signal('SIGTERM')
    await gone()
    expect(existsSync(join(folder, 'data/lock'))).to.equal(false)
  })
})
