import type { Graph } from '../cypher/connect.ts'
import * as system from '../cypher/system/credentials.ts'
import { OrganizationKey } from '../schemas/common.ts'
import { Organization } from '../schemas/credentials.ts'
import { Envelope } from '../schemas/records/record-events.ts'

/**
 * Registers an organization.
 * @throws Error when the key or the name is not valid, or the key is taken
 */
export async function createOrganization(
  graph: Graph,
  { key, name, now }: { key: string; name: string; now: Date },
): Promise<Organization> {
  if (!OrganizationKey.safeParse(key).success) throw new Error(`The key "${key}" must match ^[a-z][a-z0-9]{2,31}$`)
  if (!Organization.shape.name.safeParse(name).success) throw new Error('The name must have 1 to 255 characters')
  const params = { key, name, now: now.toISOString() }
  const [row] = await graph.write((run) => run(system.createOrganization, null, params))
  if (!row?.created) throw new Error(`Organization ${key} exists already`)
  return findOrganization(graph, key)
}

/** Every organization, by key. */
export async function listOrganizations(graph: Graph): Promise<Organization[]> {
  return graph.read(system.listOrganizations, null, { keys: null })
}

/** @throws Error when there is none of this key */
export async function findOrganization(graph: Graph, key: string): Promise<Organization> {
  const [organization] = await graph.read(system.listOrganizations, null, { keys: [key] })
  if (!organization) throw new Error(`There is no organization ${key}: see \`tda organizations list\``)
  return organization
}

/** From now on its credentials open nothing, within 5 s; its data stays and goes on being updated. */
export async function suspendOrganization(
  graph: Graph,
  { key, now }: { key: string; now: Date },
): Promise<Organization> {
  const { suspendedAt } = await findOrganization(graph, key)
  const since = suspendedAt ?? now.toISOString()
  await graph.write((run) => run(system.suspendOrganization, null, { key, suspendedAt: since }))
  return findOrganization(graph, key)
}

/** Its credentials open again what they did. @throws Error when there is none of this key */
export async function resumeOrganization(graph: Graph, { key }: { key: string }): Promise<Organization> {
  await findOrganization(graph, key)
  await graph.write((run) => run(system.suspendOrganization, null, { key, suspendedAt: null }))
  return findOrganization(graph, key)
}

/**
 * Says which sources an organization accepts: exactly these, or any with null. Events of others become dead letters.
 * @throws Error when there is none of this key, or a source is not `/{system}/{instance}`
 */
export async function allowSources(
  graph: Graph,
  { key, sources }: { key: string; sources: string[] | null },
): Promise<Organization> {
  const faulty = sources?.find((source) => !Envelope.shape.source.safeParse(source).success)
  if (faulty !== undefined)
    throw new Error(`The source "${faulty}" must be /{system}/{instance}, for example /plm/main`)
  await findOrganization(graph, key)
  const distinct = sources && [...new Set(sources)].sort()
  await graph.write((run) => run(system.allowSources, null, { key, sources: distinct }))
  return findOrganization(graph, key)
}
