import type { BrandOptions } from '../../demo/brand.ts'
import type { Profile } from '../../demo/profile.ts'
import { loadBrands } from '../capacity/load-brands.ts'
import { issueCredential } from '../issue-credential.ts'
import { type Measured, measureSide, type Sample, type Side, sampleOf } from '../measure-side.ts'
import { type Plan, roundsOf, runExclusive } from '../plan.ts'
import { openDriver } from '../reads/bare-driver.ts'
import type { DriverClient } from '../reads/driver-client.ts'
import type { HttpClient } from '../reads/http-client.ts'
import { profileStatement } from '../reads/profile-statement.ts'
import { requireSameAnswer } from '../reads/read-pairs.ts'
import type { Page } from '../reads/walk.ts'
import { startWorker, type Worker } from '../worker.ts'
import type { World } from '../world.ts'
import { type AnswerCase, answerCases, summaryIn } from './answer-cases.ts'

/** The cost of one statement of a question, summed over all of its runs. */
export interface StatementCost {
  name: string
  runs: number
  rows: number
  dbHits: number
}

/** A question sent to the API, compared with the bare driver that runs the same statements. */
export interface AnswerResult extends Pick<AnswerCase, 'name' | 'kind'> {
  /** The number of rows in the snapshot. */
  snapshotRows: number
  /** The number of BOM lines that a summary reads. Null for requirements. */
  lines: number | null
  /** The size of the response. */
  bytes: number
  statements: StatementCost[]
  rounds: { ours: Sample; bare: Sample }[]
}

interface AnswersPlan extends Plan {
  /** Profiles of brands, each with ten times as much of everything but seasons as the previous one. */
  profiles: readonly Profile[]
  windowMs: number
}

interface Work {
  result: AnswerResult
  sides: { ours: Side; bare: Side }
}

const CHUNKS = 4

type Workers = { apiPid: number | null; http: Worker<HttpClient>; driver: Worker<DriverClient> }

/** Loads brands, and measures questions about their snapshots whose responses are sums over many rows. */
export async function measureAnswers(world: World, plan: AnswersPlan): Promise<AnswerResult[]> {
  const brands = plan.profiles.map((profile, at): BrandOptions => ({ organization: `answers${at}`, profile }))
  await load(world, brands, plan)
  const http = startWorker<HttpClient>('reads/http-client.ts', world.variables)
  const driver = startWorker<DriverClient>('reads/driver-client.ts', world.variables)
  const api = await world.start('api')
  try {
    const work: Work[] = []
    for (const { organization } of brands)
      work.push(...(await prepare(world, { apiPid: api.pid, http, driver }, organization)))
    return await measureWork(work, plan)
  } finally {
    for (const worker of [http, driver]) worker.end()
    await api.stop()
  }
}

async function load(world: World, brands: readonly BrandOptions[], { onProgress }: Plan): Promise<void> {
  const projector = await world.start('projector')
  try {
    for (const brand of brands) await loadBrands(world, [brand], onProgress)
  } finally {
    await projector.stop()
  }
}

/** Collects the questions of a brand, and checks that the API responds to each as the operation does. */
async function prepare(world: World, { apiPid, http, driver }: Workers, organization: string): Promise<Work[]> {
  const { apiPort: port, graph, environment } = world
  const { credential, headers: access } = await issueCredential(world, organization)
  const headers = { ...access, 'Content-Type': 'application/json' }
  const reader = { graph, credential, cursorKeys: environment.CURSOR_KEYS }
  const { snapshotRows, cases } = await answerCases(reader)
  const work: Work[] = []
  for (const { page, ...question } of cases) {
    await requireSameAnswer(port, headers, page)
    const target = `${organization} ${question.name}`
    const { path, body, statements } = page
    await http.ask('load', { [target]: { port, paths: [path], headers, ...(body === undefined ? {} : { body }) } })
    await driver.ask('load', { [target]: { organization, pages: [statements] } })
    const { neo4j = null } = world.servers
    work.push({
      result: {
        ...{ ...question, snapshotRows, bytes: Buffer.byteLength(page.text), rounds: [] },
        lines: question.kind === 'summary' ? summaryIn(page).counts.lines : null,
        statements: await costsOf(world, organization, statements),
      },
      sides: {
        ours: { processes: { api: apiPid, neo4j }, run: (load) => http.ask('run', { ...load, target }) },
        bare: { processes: { client: driver.pid, neo4j }, run: (load) => driver.ask('run', { ...load, target }) },
      },
    })
  }
  return work
}

/** The statements of a question by name, each run once more to count the records that it touches. */
async function costsOf(world: World, organization: string, statements: Page['statements']): Promise<StatementCost[]> {
  const { driver, database } = openDriver(world.variables)
  try {
    const costs = new Map<string, StatementCost>()
    for (const statement of statements) {
      const { name } = statement
      const { runs, ...sofar } = costs.get(name) ?? { runs: 0, rows: 0, dbHits: 0 }
      const { rows, dbHits } = await profileStatement({ driver, database }, organization, statement)
      costs.set(name, { name, runs: runs + 1, rows: sofar.rows + rows, dbHits: sofar.dbHits + dbHits })
    }
    return [...costs.values()]
  } finally {
    await driver.close()
  }
}

async function measureWork(work: readonly Work[], plan: AnswersPlan): Promise<AnswerResult[]> {
  plan.onProgress(`Answers: warming up ${work.length} questions.`)
  for (const { sides } of work) await measureBoth(sides, plan.windowMs, 'ours')
  for (const { first } of roundsOf('Answers', plan)) {
    for (const { result, sides } of work) result.rounds.push(await measureBoth(sides, plan.windowMs, first))
  }
  return work.map(({ result }) => result)
}

/** Runs both sides over one connection for the same time, in alternating chunks. */
async function measureBoth({ ours, bare }: Work['sides'], windowMs: number, first: 'ours' | 'bare') {
  const load = { connections: 1, milliseconds: windowMs / CHUNKS }
  const taken: { ours: Measured; bare: Measured }[] = []
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    taken.push(
      await runExclusive(
        first,
        () => measureSide(ours, load),
        () => measureSide(bare, load),
      ),
    )
  }
  return { ours: sampleOf(taken.map((both) => both.ours)), bare: sampleOf(taken.map((both) => both.bare)) }
}
