import { randomBytes, randomUUID } from 'node:crypto'
import { connectGraph, type Graph, type GraphOptions } from '../../cypher/connect.ts'
import {
  createLinks,
  deleteLinks,
  holdEntities,
  listEntities,
  unlistEntities,
  writeClaims,
} from '../../cypher/projections.ts'
import { foldWords } from '../../cypher/words.ts'
import { type Entity, type EntityType, naturalKeys, type RelationshipType } from '../../schemas/graph.ts'

/** A link to write; the id is random unless given. */
export interface TestLink {
  id?: string
  type: RelationshipType
  from: { id: string; type: EntityType }
  to: { id: string; type: EntityType }
  properties?: Record<string, unknown>
}

/** Removes links. */
export async function unlink(graph: Graph, organization: string, ids: string[]): Promise<void> {
  await graph.write((run) => run(deleteLinks, organization, { ids }))
}

/** What an organization holds. Ends of links that are not among `entities` become stubs. */
export interface Contents {
  entities?: Entity[]
  links?: TestLink[]
  /** Entities that were listed and then deleted. */
  deleted?: Entity[]
}

/** The graph that NEO4J_URI names. */
export function connectTestGraph(options: GraphOptions = {}): Graph {
  const { NEO4J_URI, NEO4J_USER = 'neo4j', NEO4J_PASSWORD = '', NEO4J_DATABASE = 'neo4j' } = process.env
  return connectGraph({ NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE }, options)
}

/** An organization that nobody else has, so that suites do not disturb each other. */
export function freshOrganization(): string {
  return `t${randomBytes(8).toString('hex')}`
}

/** Writes what an organization holds, in batches as the projector does. */
export async function fill(graph: Graph, organization: string, contents: Contents): Promise<void> {
  const { entities = [], links = [], deleted = [] } = contents
  for (const batch of batchesOf([...entities, ...deleted])) {
    await graph.write(async (run) => {
      await run(holdEntities, organization, { rows: batch.map(({ id, type }) => ({ id, type })) })
      await run(listEntities, organization, { rows: batch.map(entityRow) })
    })
  }
  for (const batch of batchesOf(links)) {
    await graph.write((run) => run(createLinks, organization, { rows: batch.map(linkRow) }))
  }
  if (deleted.length > 0) await remove(graph, organization, deleted)
}

/** Records the codes of entities, as they claim them. */
export async function claimCodes(
  graph: Graph,
  organization: string,
  entities: readonly { id: string; externalReferences: readonly Omit<Claimed, 'entityId'>[] }[],
): Promise<void> {
  const rows = entities.flatMap(({ id: entityId, externalReferences }) =>
    externalReferences.map(({ system, instance, kind, value }) => {
      return { id: [entityId, system, instance, kind, value].join(' '), entityId, system, instance, kind, value }
    }),
  )
  await graph.write((run) => run(writeClaims, organization, { rows }))
}

interface Claimed {
  entityId: string
  system: string
  instance: string
  kind: string
  value: string
}

/** Deletes entities as an event would: they stay as ends of links, unlisted. */
export async function remove(graph: Graph, organization: string, entities: Pick<Entity, 'id'>[]): Promise<void> {
  await graph.write((run) =>
    run(unlistEntities, organization, { rows: entities.map(({ id }) => ({ id, state: '{}' })) }),
  )
}

function entityRow(entity: Entity) {
  const code = String((entity.attributes as Record<string, unknown>)[naturalKeys[entity.type]])
  return {
    id: entity.id,
    label: entity.label,
    words: foldWords(entity.label).join(' '),
    codeWords: foldWords(code).join(' '),
    doc: JSON.stringify(entity),
    state: '{}',
  }
}

function linkRow({ id = randomUUID(), type, from, to, properties = {} }: TestLink) {
  const source = { system: 'plm', recordId: id, extractedAt: '2027-03-14T02:10:00.000Z' }
  const doc = JSON.stringify({ id, type, properties, source, publicationId: null })
  return {
    id,
    fromId: from.id,
    fromType: from.type,
    toId: to.id,
    toType: to.type,
    sortKey: `${type}/${id}`,
    doc,
    state: null,
  }
}

function batchesOf<T>(rows: T[], size = 2000): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
}
