import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import type { Credential } from '../../schemas/credentials.ts'
import { issueCredential } from '../issue-credential.ts'
import { measureSide, type Sample, type Side, sampleOf } from '../measure-side.ts'
import { type Plan, roundsOf, runExclusive } from '../plan.ts'
import type { HttpClient } from '../reads/http-client.ts'
import type { Filled } from '../reads/read-pairs.ts'
import { walk } from '../reads/walk.ts'
import { sum } from '../report/stats.ts'
import { startWorker, type Worker } from '../worker.ts'
import type { World } from '../world.ts'
import type { GraphqlServer } from './graphql-server.ts'
import { installPackages } from './packages.ts'

/** The same read through the API and through `@neo4j/graphql` on the same store. */
export interface GraphqlResult {
  name: string
  records: number
  connections: number
  /** The average number of rows in a response. */
  rows: { ours: number; graphql: number }
  rounds: { ours: Sample; graphql: Sample }[]
}

/** A read with its requests to both sides. The paths are requested in turn. */
interface Case {
  name: string
  ours: string[]
  graphql: string[]
}

const CONNECTIONS = [1, 8, 32]
const QUESTIONS = 16
const LIMIT = 100
/** The maximum number of relationships per entity that a traversal of the API reads. */
const OF_EACH = 50

/**
 * Measures pages of entities, relationships of styles, and traversals in two steps. The GraphQL queries return as many
 * rows and use the same index, but without credentials, rate limits, cursors, audit, and rebuilds.
 * @throws Error if the packages cannot be installed, or if a response is an error
 */
export async function measureGraphql(
  world: World,
  { organization, records }: Filled,
  plan: Plan & { windowMs: number },
): Promise<GraphqlResult[]> {
  installPackages()
  const graphql = startWorker<GraphqlServer>('graphql/graphql-server.ts', world.variables)
  const http = startWorker<HttpClient>('reads/http-client.ts', world.variables)
  const api = await world.start('api')
  try {
    const { credential, headers } = await issueCredential(world, organization)
    const graphqlPort = await graphql.ask('serve', null)
    const cases = await casesOf(world, credential)
    const neo4j = world.servers.neo4j ?? null
    const work = []
    for (const { name, ours, graphql: theirs } of cases) {
      const rows = {
        ours: await rowsOf(world.apiPort, ours, headers, ({ data }) => (data as unknown[]).length),
        graphql: await rowsOf(graphqlPort, theirs, {}, countRows),
      }
      await http.ask('load', { [name]: { port: world.apiPort, paths: ours, headers } })
      await http.ask('load', { [`${name} of GraphQL`]: { port: graphqlPort, paths: theirs, headers: {} } })
      const sides = {
        ours: sideOf(http, name, { api: api.pid, neo4j, client: http.pid }),
        graphql: sideOf(http, `${name} of GraphQL`, { graphql: graphql.pid, neo4j, client: http.pid }),
      }
      for (const connections of CONNECTIONS)
        work.push({ sides, result: { name, records, connections, rows, rounds: [] } as GraphqlResult })
    }
    plan.onProgress('GraphQL: warming up.')
    for (const { sides } of work)
      for (const side of Object.values(sides)) await side.run({ connections: 1, milliseconds: plan.windowMs })
    for (const { first } of roundsOf('GraphQL', plan))
      for (const { sides, result } of work) {
        const load = { connections: result.connections, milliseconds: plan.windowMs }
        const measure = async (side: Side) => sampleOf([await measureSide(side, load)])
        const { ours, bare } = await runExclusive(
          first,
          () => measure(sides.ours),
          () => measure(sides.graphql),
        )
        result.rounds.push({ ours, graphql: bare })
      }
    return work.map(({ result }) => result)
  } finally {
    for (const worker of [graphql, http]) worker.end()
    await api.stop()
  }
}

const sideOf = (http: Worker<HttpClient>, target: string, processes: Side['processes']): Side => ({
  processes,
  run: (load) => http.ask('run', { ...load, target }),
})

const entity = 'id type label doc'
const edge = `properties { id sortKey doc } node { ${entity} }`
const sort = 'sort: [{ edge: { sortKey: ASC } }]'
const one = '$tenant: String!, $id: String!'
const where = 'where: { tenantKey: { eq: $tenant }, id: { eq: $id } }'

const questions = {
  page: `query ($tenant: String!, $id: String!) {
    entities(where: { tenantKey: { eq: $tenant }, id: { gt: $id } }, sort: [{ id: ASC }], limit: ${LIMIT}) { ${entity} } }`,
  relationships: `query (${one}) { entities(${where}) {
    linksConnection(first: ${LIMIT}, ${sort}) { edges { ${edge} } } } }`,
  surroundings: `query (${one}) { entities(${where}) { linksConnection(first: ${OF_EACH}, ${sort}) { edges {
    properties { id sortKey doc } node { ${entity} linksConnection(first: ${OF_EACH}, ${sort}) { edges { ${edge} } } } } } } }`,
}

/** Consecutive pages of entities, and the styles with the most outgoing links. Both sides list in the same order. */
async function casesOf({ graph, environment }: World, credential: Credential): Promise<Case[]> {
  const { organization } = credential
  const listed = await graph.execute(
    `MATCH (e:Listed {tenantKey: $organization}) WITH e.id AS id ORDER BY id WITH collect(id) AS ids
     RETURN [page IN range(0, ${QUESTIONS - 1}) WHERE size(ids) > (page + 1) * ${LIMIT} | ids[page * ${LIMIT}]] AS starts`,
    { organization },
  )
  const dense = await graph.execute(
    `MATCH (e:Listed {tenantKey: $organization, type: 'style'})
     RETURN e.id AS id ORDER BY count {(e)-[:LINK]->()} DESC, id LIMIT ${QUESTIONS}`,
    { organization },
  )
  const starts = (listed[0]?.starts ?? []) as string[]
  const styles = dense.map(({ id }) => String(id))
  const ask = (text: string, id: string) => {
    const query = text.replace(/\s+/g, ' ')
    return `/?${new URLSearchParams({ query, variables: JSON.stringify({ tenant: organization, id }) })}`
  }
  const reader = { graph, credential, cursorKeys: environment.CURSOR_KEYS }
  const pages = await walk(reader, searchEntities, { limit: LIMIT })
  return [
    {
      name: 'page of entities',
      ours: pages.map(({ path }) => path),
      graphql: starts.map((id) => ask(questions.page, id)),
    },
    {
      name: 'relationships of a style',
      ours: styles.map((id) => `/v1/entities/${id}/relationships?direction=outgoing&limit=${LIMIT}`),
      graphql: styles.map((id) => ask(questions.relationships, id)),
    },
    {
      name: 'two steps from a style',
      ours: styles.map((id) => `/v1/entities/${id}/relationships?direction=outgoing&depth=2&limit=${LIMIT}`),
      graphql: styles.map((id) => ask(questions.surroundings, id)),
    },
  ]
}

/** The average number of rows of the responses. @throws Error if a response is an error */
async function rowsOf(port: number, paths: readonly string[], headers: object, count: (answer: Answer) => number) {
  const counts: number[] = []
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...headers } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    counts.push(count((await answer.json()) as Answer))
  }
  return sum(counts) / counts.length
}

interface Answer {
  data: unknown
}

/** Counts the entities of a GraphQL response, or the relationships below them. */
function countRows({ data }: Answer): number {
  const text = JSON.stringify(data)
  const relationships = text.split('"properties":').length - 1
  return relationships > 0 || text.includes('"edges"') ? relationships : text.split('"label":').length - 1
}
