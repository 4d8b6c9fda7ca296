import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { groupOfOrganization } from '../../cypher/system/organization-group.ts'
import { getRebuild } from '../../cypher/system/rebuild.ts'
import type { BrandOptions } from '../../demo/brand.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import type { Asked, NeighborClient } from '../neighbors/neighbor-client.ts'
import { type NeighborRequest, pagesOf } from '../neighbors/requests.ts'
import { quantile } from '../report/stats.ts'
import { startWorker, type Worker } from '../worker.ts'
import type { World } from '../world.ts'
import { loadBrands } from './load-brands.ts'

/** Pages that a brand reads in a period, in milliseconds. */
export interface Period {
  /** `load` is the first load of another brand. The stages are those of the rebuild. */
  name: 'alone' | 'load' | 'load and rebuild' | 'dropping' | 'applying' | 'reconciling'
  seconds: number
  count: number
  /** The number of failures by HTTP status or error. */
  failures: Record<string, number>
  p50: number
  p99: number
}

interface Brands {
  reader: BrandOptions
  rebuilt: BrandOptions
  /** Brands that are not loaded yet: one without a rebuild, and one with it. */
  loaded: [BrandOptions, BrandOptions]
}

const READERS = { connections: 4, perSecond: 20 }
/** The events of another brand in a second. */
const EVENTS_PER_SECOND = 200
const WINDOW_MS = 1000
/** Neo4j was restarted before, and plans each statement again. */
const WARM_MS = 30_000
const ALONE_MS = 30_000

type Answers = (Asked & { stage: string | null })[]

/**
 * Reads pages of a brand while nothing else runs, while another brand is loaded, and again while a third one is rebuilt,
 * too.
 * @throws Error if the rebuild fails
 */
export async function timeRebuild(
  world: World,
  { reader, rebuilt, loaded: [first, second] }: Brands,
  onProgress: (line: string) => void,
): Promise<Period[]> {
  const requests = await pagesOf(world, reader.organization)
  const client = startWorker<NeighborClient>('neighbors/neighbor-client.ts', world.variables)
  const load = (brand: BrandOptions) => loadBrands(world, [brand], onProgress, EVENTS_PER_SECOND)
  const reading = (work: Promise<unknown>) => readDuring(world, client, requests, rebuilt.organization, work)
  try {
    onProgress('Warming up.')
    await reading(setTimeout(WARM_MS))
    const alone = await reading(setTimeout(ALONE_MS))
    const calm = await reading(load(first))
    const args = ['cli/tda.ts', 'rebuild', rebuilt.organization, '--yes']
    const rebuild = promisify(execFile)(process.execPath, args, { cwd: projectFolder, env: world.variables })
    const busy = await reading(Promise.all([load(second), rebuild]))
    return [
      periodOf('alone', alone),
      periodOf('load', calm),
      periodOf(
        'load and rebuild',
        busy.filter(({ stage }) => stage !== null),
      ),
      ...(['dropping', 'applying', 'reconciling'] as const).map((name) =>
        periodOf(
          name,
          busy.filter(({ stage }) => stage === name),
        ),
      ),
    ]
  } finally {
    client.end()
  }
}

/** Reads windows of pages until the work is done, each with the stage of the rebuild at its beginning, or else its end. */
async function readDuring(
  { apiPort: port, environment, graph }: World,
  client: Worker<NeighborClient>,
  requests: NeighborRequest[],
  organization: string,
  work: Promise<unknown>,
): Promise<Answers> {
  const groupId = groupOfOrganization(environment.PROJECTOR_GROUP, organization)
  const answers: Answers = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const stageNow = async () => (await graph.read(getRebuild, null, { groupId }))[0]?.stage ?? null
  let stage = await stageNow()
  while (!isDone) {
    const asked = await client.ask('ask', { port, requests, milliseconds: WINDOW_MS, ...READERS })
    const next = await stageNow()
    answers.push({ stage: stage ?? next, ...asked })
    stage = next
  }
  await done
  return answers
}

function periodOf(name: Period['name'], answers: Answers): Period {
  const latencies = answers.flatMap((one) => one.latencies)
  return {
    name,
    seconds: (answers.length * WINDOW_MS) / 1000,
    count: latencies.length,
    failures: addUp(answers.map((one) => one.failures)),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }
}

function addUp(all: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const [failure, count] of all.flatMap((one) => Object.entries(one)))
    total[failure] = (total[failure] ?? 0) + count
  return total
}
