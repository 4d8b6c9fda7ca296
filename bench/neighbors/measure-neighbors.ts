import { fillConnected } from '../fill-connected.ts'
import { benchBom } from '../history/bench-bom.ts'
import { publishSeconds, untilReady } from '../history/publish.ts'
import { type Plan, roundsOf } from '../plan.ts'
import type { Filled } from '../reads/read-pairs.ts'
import { quantile, sum } from '../report/stats.ts'
import { startWorker, type Worker } from '../worker.ts'
import type { World } from '../world.ts'
import type { Asked, NeighborClient } from './neighbor-client.ts'
import { dearestOf, type NeighborRequest, pagesOf } from './requests.ts'

/** Requested pages of an organization, in milliseconds. */
export interface Pages {
  count: number
  failed: number
  p50: number
  p99: number
}

/** Pages of a quiet organization, with the results of the requests of a noisy one. */
export interface PagesNextToNoise extends Pages {
  noisy: { answered: number; p50: number; failures: Record<string, number> }
}

export interface NeighborsResult {
  /** The number of records of each organization. */
  records: { noisy: number; quiet: number }
  rounds: { alone: Pages; beside: PagesNextToNoise; unbounded: PagesNextToNoise }[]
}

/** The rate of five credentials that each use their whole quota of 600 requests per minute. */
const PER_SECOND = 50
const CONNECTIONS = 50
const BOM_ROWS = { noisy: 20_000, quiet: 2000 }
/** More slots than connections, as if callers shared no limit. */
const UNBOUNDED = { REQUESTS_AT_ONCE: '1000' }
const WARM_SHARE = 0.1

/**
 * Reads pages of a quiet organization alone, next to a noisy one that sends the most expensive requests, and next to it
 * again with a slot for every request.
 */
export async function measureNeighbors(
  world: World,
  filled: { noisy: Filled; quiet: Filled },
  plan: Plan & { windowMs: number },
): Promise<NeighborsResult> {
  await publishNeighbors(world, filled, plan)
  const { noisy, quiet } = filled
  const asked = { noisy: await dearestOf(world, noisy.organization), quiet: await pagesOf(world, quiet.organization) }
  const clients = {
    noisy: startWorker<NeighborClient>('neighbors/neighbor-client.ts', world.variables),
    quiet: startWorker<NeighborClient>('neighbors/neighbor-client.ts', world.variables),
  }
  const result: NeighborsResult = { records: { noisy: noisy.records, quiet: quiet.records }, rounds: [] }
  try {
    for (const _ of roundsOf('Neighbors', plan)) {
      const inApi = async <T>(variables: Record<string, string>, measure: () => Promise<T>) => {
        const api = await world.start('api', variables)
        try {
          await ask(clients.quiet, world, asked.quiet, WARM_SHARE * plan.windowMs)
          return await measure()
        } finally {
          await api.stop()
        }
      }
      const alone = await inApi({}, async () =>
        pagesOfAnswers(await ask(clients.quiet, world, asked.quiet, plan.windowMs)),
      )
      const beside = await inApi({}, () => both(clients, world, asked, plan.windowMs))
      const unbounded = await inApi(UNBOUNDED, () => both(clients, world, asked, plan.windowMs))
      result.rounds.push({ alone, beside, unbounded })
    }
    return result
  } finally {
    for (const client of Object.values(clients)) client.end()
  }
}

type Clients = Record<'noisy' | 'quiet', Worker<NeighborClient>>
type Requests = Record<'noisy' | 'quiet', NeighborRequest[]>

async function both(
  clients: Clients,
  world: World,
  { noisy, quiet }: Requests,
  milliseconds: number,
): Promise<PagesNextToNoise> {
  const load = { port: world.apiPort, requests: noisy, connections: CONNECTIONS, perSecond: PER_SECOND }
  const loading = clients.noisy.ask('ask', { ...load, milliseconds: milliseconds * (1 + WARM_SHARE) })
  // The noisy organization fills its queue before anything is measured.
  await ask(clients.quiet, world, quiet, WARM_SHARE * milliseconds)
  const pages = pagesOfAnswers(await ask(clients.quiet, world, quiet, milliseconds))
  const { latencies, failures } = await loading
  return { ...pages, noisy: { answered: latencies.length, p50: quantile(latencies, 0.5), failures } }
}

/** One caller that requests the next page when it has the previous one. */
function ask(
  client: Worker<NeighborClient>,
  { apiPort }: World,
  requests: NeighborRequest[],
  milliseconds: number,
): Promise<Asked> {
  return client.ask('ask', {
    port: apiPort,
    requests,
    connections: 1,
    perSecond: Number.POSITIVE_INFINITY,
    milliseconds,
  })
}

function pagesOfAnswers({ latencies, failures }: Asked): Pages {
  const failed = sum(Object.values(failures))
  return { count: latencies.length, failed, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

/** Publishes two BOMs of each organization, and sends its connected data. */
export async function publishNeighbors(
  world: World,
  filled: { noisy: Filled; quiet: Filled },
  { onProgress }: Plan,
): Promise<void> {
  const projector = await world.start('projector')
  try {
    for (const name of ['noisy', 'quiet'] as const) {
      const { organization } = filled[name]
      onProgress(`Neighbors: publishing ${BOM_ROWS[name]} rows of the ${name} one.`)
      await fillConnected(world.graph, organization)
      const bom = benchBom(BOM_ROWS[name], { share: 0.02, few: 10, many: 10, publications: 2 })
      await untilReady(world)
      for (const number of [1, 2]) await publishSeconds(world, projector, bom, organization, number)
    }
  } finally {
    await projector.stop()
  }
}
