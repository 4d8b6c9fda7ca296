import type { Graph } from '../cypher/connect.ts'
import * as system from '../cypher/system/credentials.ts'
import { hashOfKey } from '../cypher/system/hash-of-key.ts'
import { setMaxShrink, setQuota } from '../cypher/system/organizations.ts'
import { OrganizationKey } from '../schemas/common.ts'
import { MaxShrink, Organization } from '../schemas/credentials.ts'
import { Envelope } from '../schemas/records/record-events.ts'

/**
 * Creates an organization.
 * @throws Error when the key or the name is not valid, the key exists already, or its organization was purged
 */
export async function createOrganization(
  graph: Graph,
  { key, name, now }: { key: string; name: string; now: Date },
): Promise<Organization> {
  if (!OrganizationKey.safeParse(key).success)
    throw new Error(`"${key}" is not a valid key. Use 3 to 32 characters from a to z and 0 to 9, starting with a to z`)
  if (!Organization.shape.name.safeParse(name).success) throw new Error('The name must have 1 to 255 characters')
  const params = { key, hash: hashOfKey(key), name, now: now.toISOString() }
  const [row] = await graph.write((run) => run(system.createOrganization, null, params))
  if (row?.purgedAt)
    throw new Error(
      `The organization ${key} was purged on ${row.purgedAt}. Its key cannot be used again. Choose another key`,
    )
  if (!row?.created) throw new Error(`Organization ${key} exists already. Choose another key`)
  return findOrganization(graph, key)
}

/** Returns every organization, sorted by key. */
export async function listOrganizations(graph: Graph): Promise<Organization[]> {
  return graph.read(system.listOrganizations, null, { keys: null })
}

/**
 * Returns the organization with this key, or every organization if no key is given.
 * @throws Error when no organization has this key
 */
export async function selectOrganizations(graph: Graph, key?: string | null): Promise<Organization[]> {
  return key ? [await findOrganization(graph, key)] : listOrganizations(graph)
}

/** @throws Error when no organization has this key */
export async function findOrganization(graph: Graph, key: string): Promise<Organization> {
  const [organization] = await graph.read(system.listOrganizations, null, { keys: [key] })
  if (!organization) throw new Error(`There is no organization ${key}. Run \`tda organizations list\` to see all keys`)
  return organization
}

/** Blocks the organization's credentials within 5 s. Its data is kept and still updated. */
export async function suspendOrganization(
  graph: Graph,
  { key, now }: { key: string; now: Date },
): Promise<Organization> {
  const { suspendedAt } = await findOrganization(graph, key)
  const since = suspendedAt ?? now.toISOString()
  await graph.write((run) => run(system.suspendOrganization, null, { key, suspendedAt: since }))
  return findOrganization(graph, key)
}

/** Allows the organization's credentials again. @throws Error when no organization has this key */
export async function resumeOrganization(graph: Graph, { key }: { key: string }): Promise<Organization> {
  await findOrganization(graph, key)
  await graph.write((run) => run(system.suspendOrganization, null, { key, suspendedAt: null }))
  return findOrganization(graph, key)
}

/**
 * Sets the sources that an organization accepts: exactly these, or all if null. Events of other sources become dead
 * letters.
 * @throws Error when no organization has this key, or a source is not `/{system}/{instance}`
 */
export async function allowSources(
  graph: Graph,
  { key, sources }: { key: string; sources: string[] | null },
): Promise<Organization> {
  const invalid = sources?.find((source) => !Envelope.shape.source.safeParse(source).success)
  if (invalid !== undefined)
    throw new Error(`"${invalid}" is not a valid source. Use /{system}/{instance}, for example /plm/main`)
  await findOrganization(graph, key)
  const distinct = sources && [...new Set(sources)].sort()
  await graph.write((run) => run(system.allowSources, null, { key, sources: distinct }))
  return findOrganization(graph, key)
}

/**
 * Sets by how much a full replacement of the BOM may have fewer styles or rows than the snapshot before, in percent, or
 * null for any.
 * @throws Error when no organization has this key, or the percentage is not an integer from 0 to 100
 */
export async function limitShrink(
  graph: Graph,
  { key, maxShrink }: { key: string; maxShrink: number | null },
): Promise<Organization> {
  if (!MaxShrink.nullable().safeParse(maxShrink).success)
    throw new Error('--max-shrink must be an integer from 0 to 100, or none')
  await findOrganization(graph, key)
  await graph.write((run) => run(setMaxShrink, null, { key, maxShrink }))
  return findOrganization(graph, key)
}

/**
 * Sets how many requests all tokens of an organization can send together per minute, or null for no limit. It takes
 * effect within 5 s.
 * @throws Error when no organization has this key, or the number is not a positive integer
 */
export async function limitRequests(
  graph: Graph,
  { key, quota }: { key: string; quota: number | null },
): Promise<Organization> {
  if (!Organization.shape.quota.safeParse(quota).success) throw new Error('--quota must be a positive integer, or none')
  await findOrganization(graph, key)
  await graph.write((run) => run(setQuota, null, { key, quota }))
  return findOrganization(graph, key)
}
