import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { respondAs } from '../worker.ts'
import { packagesFolder } from './packages.ts'

export type GraphqlServer = {
  /** Serves `GET /?query=…&variables=…` from the graph at NEO4J_URI, and returns its port on localhost. */
  serve(given: null): Promise<number>
}

const require = createRequire(`${packagesFolder}/`)
const { Neo4jGraphQL } = require('@neo4j/graphql')
const { execute, parse, validate } = require('graphql')
const neo4j = require('neo4j-driver')

/** The entity graph as a GraphQL schema. `doc` contains what the API returns. */
const typeDefs = `
  type Entity @node(labels: ["Listed"]) {
    tenantKey: String!
    id: String!
    type: String!
    label: String!
    doc: String!
    links: [Entity!]! @relationship(type: "LINK", direction: OUT, properties: "Link")
    linkedFrom: [Entity!]! @relationship(type: "LINK", direction: IN, properties: "Link")
  }
  type Link @relationshipProperties {
    id: String!
    sortKey: String!
    doc: String!
  }
`

/** Allows `GT` on IDs, by which the next page starts after the last ID. */
const features = { filters: { String: { GT: true } } }

/** Each query text is parsed and validated once, as in other GraphQL servers. */
const documents = new Map<string, unknown>()
function documentOf(schema: unknown, text: string): unknown {
  const known = documents.get(text)
  if (known) return known
  const document = parse(text)
  const [fault] = validate(schema, document)
  if (fault) throw fault
  documents.set(text, document)
  return document
}

respondAs<GraphqlServer>({
  async serve() {
    const {
      NEO4J_URI = '',
      NEO4J_USER = 'neo4j',
      NEO4J_PASSWORD = '',
      NEO4J_DATABASE: database = 'neo4j',
    } = process.env
    const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD))
    const schema = await new Neo4jGraphQL({ typeDefs, driver, features }).getSchema()
    const contextValue = { executionContext: driver, sessionConfig: { database } }
    const server = createServer(async ({ url = '' }, response) => {
      const asked = new URL(url, 'http://127.0.0.1').searchParams
      const document = documentOf(schema, asked.get('query') ?? '')
      const variableValues = JSON.parse(asked.get('variables') ?? '{}')
      const result = await execute({ schema, document, contextValue, variableValues })
      const body = Buffer.from(JSON.stringify(result))
      response.writeHead(result.errors ? 500 : 200, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      })
      response.end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  },
})
