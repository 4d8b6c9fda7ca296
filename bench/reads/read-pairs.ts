import { listEntityTypes } from '../../api/operations/graph/list-entity-types.ts'
import { issueCredential } from '../issue-credential.ts'
import type { Side } from '../measure-side.ts'
import type { SizeName } from '../report/sizes.ts'
import { sum } from '../report/stats.ts'
import type { Worker } from '../worker.ts'
import type { World } from '../world.ts'
import type { BareExpress } from './bare-express.ts'
import type { DriverClient } from './driver-client.ts'
import type { HttpClient } from './http-client.ts'
import type { PlainServer } from './plain-server.ts'
import { type ReadCase, readCases } from './read-cases.ts'
import type { Page } from './walk.ts'

/** The same reads through the product and without it. */
export interface ReadPair {
  name: string
  size: SizeName
  records: number
  /** Whether the target for pages of 100 rows applies. */
  isPage: boolean
  rowsPerResponse: number
  ours: Side
  bare: Side
  /** The driver behind Node's own HTTP server, which shows the minimum cost of HTTP. Null if nothing is read. */
  plain: Side | null
}

/** An organization with the records of a size. */
export interface Filled {
  size: SizeName
  records: number
  organization: string
}

export interface Workers {
  apiPid: number | null
  http: Worker<HttpClient>
  driver: Worker<DriverClient>
  express: Worker<BareExpress>
  plain: Worker<PlainServer>
}

type Headers = Record<string, string>

/** Collects the reads of each organization, and checks that the API responds to each as the operation does. */
export async function readPairs(world: World, workers: Workers, organizations: readonly Filled[]): Promise<ReadPair[]> {
  const pairs: ReadPair[] = []
  const plainPort = await workers.plain.ask('serve', null)
  for (const filled of organizations) {
    const { credential, headers } = await issueCredential(world, filled.organization)
    const cases = await readCases({ graph: world.graph, credential, cursorKeys: world.environment.CURSOR_KEYS })
    if (pairs.length === 0) pairs.push(await typesPair(world, workers, headers, filled))
    for (const one of cases) pairs.push(await readPair(world, { ...workers, plainPort }, headers, filled, one))
  }
  return pairs
}

async function readPair(
  { apiPort, servers: { neo4j = null } }: World,
  { apiPid, http, driver, plain, plainPort }: Workers & { plainPort: number },
  headers: Headers,
  { organization, ...filled }: Filled,
  { name, isPage, pages }: ReadCase,
): Promise<ReadPair> {
  const target = `${filled.size} ${name}`
  for (const page of pages) await requireSameAnswer(apiPort, headers, page)
  await http.ask('load', { [target]: { port: apiPort, paths: pages.map(({ path }) => path), headers } })
  const bare = { [target]: { organization, pages: pages.map(({ statements }) => statements) } }
  await driver.ask('load', bare)
  await plain.ask('load', bare)
  const plainName = `${target} of a plain server`
  const plainPaths = pages.map((_, page) => `/${encodeURIComponent(target)}/${page}`)
  await http.ask('load', { [plainName]: { port: plainPort, paths: plainPaths, headers } })
  return {
    ...filled,
    name,
    isPage,
    rowsPerResponse: sum(pages.map(({ rows }) => rows)) / pages.length,
    ours: {
      processes: { api: apiPid, neo4j, client: http.pid },
      run: (load) => http.ask('run', { ...load, target }),
    },
    bare: { processes: { neo4j, client: driver.pid }, run: (load) => driver.ask('run', { ...load, target }) },
    plain: {
      processes: { plain: plain.pid, neo4j, client: http.pid },
      run: (load) => http.ask('run', { ...load, target: plainName }),
    },
  }
}

/** `listEntityTypes` reads nothing, so it is compared with a handler of Express that sends the same value. */
async function typesPair(
  { apiPort }: World,
  { apiPid, http, express }: Workers,
  headers: Headers,
  { organization: _organization, ...filled }: Filled,
): Promise<ReadPair> {
  const { path, examples, operationId: name } = listEntityTypes
  const port = await express.ask('serve', { path, body: examples.output })
  const bareName = `${name} of bare Express`
  await http.ask('load', { [name]: { port: apiPort, paths: [path], headers } })
  await http.ask('load', { [bareName]: { port, paths: [path], headers } })
  return {
    ...filled,
    name,
    isPage: false,
    rowsPerResponse: examples.output.data.length,
    ours: { processes: { api: apiPid, client: http.pid }, run: (load) => http.ask('run', { ...load, target: name }) },
    bare: {
      processes: { express: express.pid, client: http.pid },
      run: (load) => http.ask('run', { ...load, target: bareName }),
    },
    plain: null,
  }
}

/** @throws Error if the response of the API differs from that of the operation */
export async function requireSameAnswer(port: number, headers: Headers, { path, body, text }: Page): Promise<void> {
  const request = body === undefined ? { headers } : { method: 'POST', headers, body }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request)
  if (withoutLag(await response.text()) !== withoutLag(text))
    throw new Error(`The API responded to ${path} with ${response.status}, unlike the operation`)
}

/** Removes the lag, which changes every second. */
function withoutLag(text: string): string {
  return text.replace(/"lagSeconds":\d+/g, '')
}
