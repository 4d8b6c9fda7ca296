import { randomBytes, randomUUID } from 'node:crypto'
import { connectGraph, type Graph, type GraphOptions } from '../../../cypher/connect.ts'
import {
  createLinks,
  deleteLinks,
  lockEntities,
  publishEntities,
  unpublishEntities,
  writeClaims,
} from '../../../cypher/graph/write-graph.ts'
import { canonicalId } from '../../../domain/identity/identity.ts'
import { foundBy, mpnForms } from '../../../domain/search/found-by.ts'
import { tokenize } from '../../../domain/search/tokens.ts'
import type { Entity } from '../../../schemas/graph/entities.ts'
import { type EntityType, entityTypes } from '../../../schemas/graph/entity-types.ts'
import type { RelationshipType } from '../../../schemas/graph/link-types.ts'
import { storedEntity, storedEntityState } from '../../../schemas/stored/entity.ts'
import { storedLink } from '../../../schemas/stored/link.ts'
import { propertiesOf } from './link-properties.ts'
import { ownOrganization } from './own-view.ts'
import { patient } from './patience.ts'

/** A link to store; its ID is random by default. */
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

/** Contents to store for an organization. Ends of links that are not in `entities` become stubs. */
export interface Contents {
  entities?: Entity[]
  links?: TestLink[]
  /** Entities that are stored and then deleted. */
  deleted?: Entity[]
  /** Those codes in the references of entities that are previous ones. */
  former?: readonly string[]
}

/** The graph that NEO4J_URI names. */
export function connectTestGraph(options: GraphOptions = {}): Graph {
  const { NEO4J_URI, NEO4J_USER = 'neo4j', NEO4J_PASSWORD = '', NEO4J_DATABASE = 'neo4j' } = process.env
  return connectGraph({ NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE }, { ...patient, ...options })
}

/** The key of a new organization, so that suites do not affect each other. */
export function freshOrganization(): string {
  const key = `t${randomBytes(8).toString('hex')}`
  ownOrganization(key)
  return key
}

/** Stores the contents of an organization, in batches as the projector does. */
export async function fill(graph: Graph, organization: string, contents: Contents): Promise<void> {
  const { entities = [], links = [], deleted = [], former = [] } = contents
  for (const batch of batchesOf([...entities, ...deleted])) {
    await graph.write(async (run) => {
      await run(lockEntities, organization, { rows: batch.map(({ id, type }) => ({ id, type })) })
      await run(publishEntities, organization, { rows: batch.map((entity) => entityRow(organization, entity, former)) })
    })
  }
  for (const batch of batchesOf(links)) {
    await graph.write((run) => run(createLinks, organization, { rows: batch.map(linkRow) }))
  }
  if (deleted.length > 0) await remove(graph, organization, deleted)
}

/** Stores the current or previous codes of entities; a record ID is no code, as in the projector. */
export async function claimCodes(
  graph: Graph,
  organization: string,
  entities: readonly { id: string; externalReferences: readonly Omit<Claimed, 'entityId'>[] }[],
  former: true | null = null,
): Promise<void> {
  const rows = entities.flatMap(({ id: entityId, externalReferences }) =>
    externalReferences
      .filter(({ kind }) => kind !== 'record_id')
      .map(({ system, instance, kind, value }) => {
        const id = [entityId, system, instance, kind, value].join(' ')
        return { id, entityId, system, instance, kind, value, former }
      }),
  )
  await graph.write((run) => run(writeClaims, organization, { rows }))
}

/** Moves a source record of a material to another material, as an event with `canonicalOf` does. */
export async function moveRecord(
  graph: Graph,
  organization: string,
  record: { system: string; instance: string; recordId: string },
  toId: string,
): Promise<void> {
  const id = canonicalId(organization, 'material', record)
  const key = `${record.system}:${record.instance}:${record.recordId}`
  const state = storedEntityState.write({
    records: { [key]: { v: '2', t: '2027-03-14T02:10:00.000Z', moved: toId } },
    shown: null,
  })
  await graph.write(async (run) => {
    await run(lockEntities, organization, { rows: [{ id, type: 'material' }] })
    await run(unpublishEntities, organization, { rows: [{ id, state }] })
  })
}

interface Claimed {
  entityId: string
  system: string
  instance: string
  kind: string
  value: string
}

/** Deletes entities as an event does: they remain as ends of links that are not listed. */
export async function remove(graph: Graph, organization: string, entities: Pick<Entity, 'id'>[]): Promise<void> {
  await graph.write((run) =>
    run(unpublishEntities, organization, { rows: entities.map(({ id }) => ({ id, state: '{}' })) }),
  )
}

function entityRow(organization: string, entity: Entity, former: readonly string[]) {
  const code = String((entity.attributes as Record<string, unknown>)[entityTypes[entity.type].naturalKey])
  return {
    id: entity.id,
    label: entity.label,
    words: tokenize(entity.label).join(' '),
    codeWords: tokenize(code).join(' '),
    doc: storedEntity.write(entity),
    state: storedEntityState.write({}),
    lifecycleState: entity.lifecycleState,
    season: entity.type === 'style' ? entity.attributes.season : null,
    updatedAt: entity.updatedAt,
    foundBy: foundBy(organization, entity, ({ value }) => former.includes(value)),
  }
}

function linkRow({ id = randomUUID(), type, from, to, properties: given = {} }: TestLink) {
  const properties = { ...propertiesOf(type), ...given }
  const source = { system: 'plm', recordId: id, extractedAt: '2027-03-14T02:10:00.000Z' }
  const doc = storedLink.write({ id, type, properties, source, publicationId: null })
  return {
    id,
    fromId: from.id,
    fromType: from.type,
    toId: to.id,
    toType: to.type,
    sortKey: `${type}/${id}`,
    doc,
    state: null,
    ...(type === 'SUPPLIED_BY' ? mpnForms((properties as { mpn?: string | null }).mpn ?? null) : {}),
  }
}

function batchesOf<T>(rows: T[], size = 2000): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
}
