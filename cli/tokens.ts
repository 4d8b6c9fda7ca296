import type { Graph, Run } from '../cypher/connect.ts'
import * as system from '../cypher/system/credentials.ts'
import { hashSecret, mintToken, parseToken } from '../domain/credentials/token.ts'
import type { Credential } from '../schemas/credentials.ts'
import { Scope } from '../schemas/scopes.ts'
import { findOrganization } from './organizations.ts'

/** A new credential and its token. The secret is not stored, so the token cannot be shown again. */
export interface Issued {
  credential: Credential
  token: string
}

export interface IssueOptions {
  organization: string
  name: string
  scopes: readonly string[]
  /** Null means that it never expires. */
  expiresAt: Date | null
  kind?: Credential['kind']
  /** Requests per minute; default 600. */
  quota?: number
  region: string
  now: Date
}

/** Default number of requests per minute. */
export const DEFAULT_QUOTA = 600

/**
 * Issues a credential.
 * @throws Error when a rule of credentials is broken or the organization does not exist
 */
export async function issueToken(graph: Graph, options: IssueOptions): Promise<Issued> {
  const { organization, name, expiresAt, kind = 'service', quota = DEFAULT_QUOTA, region, now } = options
  checkCredential({ name, scopes: options.scopes, expiresAt, kind, quota }, now)
  const scopes = options.scopes.map((scope) => Scope.parse(scope))
  await findOrganization(graph, organization)
  return graph.write((run) => create(run, { organization, region, scopes, name, kind, quota }, { expiresAt, now }))
}

/** The scopes that support access can have: those that read data. */
export const SUPPORT_SCOPES: readonly Scope[] = ['graph:read', 'bom:read', 'materials:read', 'ingest:read']

/** `operator` is the name of the operator, and of the credential. */
export type GrantOptions = Pick<IssueOptions, 'organization' | 'region' | 'now' | 'scopes'> & {
  operator: string
  expiresAt: Date
}

/**
 * Gives an operator read access to the data of an organization, for 24 hours at most.
 * @throws Error when a rule of credentials is broken or the organization does not exist
 */
export async function grantSupport(graph: Graph, { operator, ...options }: GrantOptions): Promise<Issued> {
  const other = options.scopes.find((scope) => !SUPPORT_SCOPES.some((own) => own === scope))
  if (other !== undefined)
    throw new Error(`Support access cannot have the scope "${other}". Its scopes are ${SUPPORT_SCOPES.join(', ')}`)
  return issueToken(graph, { ...options, name: operator, kind: 'support' })
}

/** The credentials of an organization, oldest first. @throws Error when no organization has this key */
export async function listTokens(graph: Graph, organization: string): Promise<Credential[]> {
  await findOrganization(graph, organization)
  return graph.read(system.listCredentials, null, { organization })
}

/**
 * The credentials that expire until a time and have no successor, in the order of their expiry.
 * @throws Error when no organization has this key
 */
export async function listEndingTokens(
  graph: Graph,
  { organization, now, until }: { organization: string | undefined; now: Date; until: Date },
): Promise<Credential[]> {
  if (organization !== undefined) await findOrganization(graph, organization)
  const period = { now: now.toISOString(), until: until.toISOString() }
  return graph.read(system.listEndingCredentials, null, { organization: organization ?? null, ...period })
}

export interface RotateOptions {
  id: string
  /** How long the old secret keeps working. It still ends at its own expiry. */
  overlapMs: number
  /** Expiry of the new credential; undefined gives it the lifetime of the old one. */
  expiresAt?: Date | null
  now: Date
}

/**
 * Replaces a credential. The new one has its name, kind, scopes, quota and region.
 * @returns the new credential, and when the old one expires
 * @throws Error when no credential has this ID, or it has expired or was revoked
 */
export async function rotateToken(graph: Graph, options: RotateOptions): Promise<Issued & { oldExpiresAt: string }> {
  const { id, overlapMs, now } = options
  return graph.write(async (run) => {
    const old = await findCredential(run, id)
    if (old.kind === 'support') throw new Error(`Credential ${id} is support access. Use \`tda support grant\` again`)
    if (old.revokedAt !== null) throw new Error(`Credential ${id} was revoked. Issue a new token`)
    if (old.expiresAt !== null && old.expiresAt <= now.toISOString()) {
      throw new Error(`Credential ${id} expired at ${old.expiresAt}. Issue a new token`)
    }
    const expiresAt = options.expiresAt === undefined ? sameLife(old, now) : options.expiresAt
    checkCredential({ ...old, expiresAt }, now)
    const issued = await create(run, old, { expiresAt, now })
    const end = new Date(now.getTime() + overlapMs).toISOString()
    const [ended] = await run(system.expireCredential, null, { id, expiresAt: end })
    return { ...issued, oldExpiresAt: ended?.expiresAt ?? end }
  })
}

/** Revokes a credential permanently, within 5 s on every replica. @throws Error when no credential has this id */
export async function revokeToken(graph: Graph, { id, now }: { id: string; now: Date }): Promise<Credential> {
  return graph.write(async (run) => {
    await findCredential(run, id)
    await run(system.revokeCredential, null, { id, now: now.toISOString() })
    return findCredential(run, id)
  })
}

type Copied = Pick<Credential, 'organization' | 'region' | 'scopes' | 'name' | 'kind' | 'quota'>

async function create(run: Run, copied: Copied, time: { expiresAt: Date | null; now: Date }): Promise<Issued> {
  const token = mintToken(copied.region)
  const { organization, region, scopes, name, kind, quota } = copied
  const credential = {
    id: token.keyId,
    organization,
    region,
    scopes,
    name,
    kind,
    quota,
    createdAt: time.now.toISOString(),
    expiresAt: time.expiresAt?.toISOString() ?? null,
  }
  const secretHash = hashSecret(token.secret).toString('hex')
  await run(system.createCredential, null, { ...credential, secretHash })
  return { credential: { ...credential, revokedAt: null, lastUsedAt: null }, token: token.text }
}

/**
 * Finds a credential by its ID. If a token was given instead, the error does not contain it, because logs of terminals
 * and shells would keep it.
 */
async function findCredential(run: Run, id: string): Promise<Credential> {
  const pasted = parseToken(id)
  if (pasted) throw new Error(`Name the credential by its ID ${pasted.keyId}, not by its token`)
  const [found] = await run(system.findCredential, null, { id })
  if (!found) throw new Error('There is no credential with this ID. Run `tda tokens list` to see all IDs')
  const { secretHash: _hash, suspendedAt: _suspendedAt, ...credential } = found
  return credential
}

function sameLife({ createdAt, expiresAt }: Credential, now: Date): Date | null {
  return expiresAt === null ? null : new Date(now.getTime() + Date.parse(expiresAt) - Date.parse(createdAt))
}

const MCP_DAYS = 90
const DAY_MS = 86_400_000
const SUPPORT_HOURS = 24
const HOUR_MS = 3_600_000
const MAX_QUOTA = 1_000_000

type Checked = Pick<Credential, 'name' | 'kind' | 'quota'> & { scopes: readonly string[]; expiresAt: Date | null }

/**
 * Checks the rules of credentials.
 * @throws Error that names the first violated rule, and what to change
 */
export function checkCredential({ name, scopes, expiresAt, kind, quota }: Checked, now: Date): void {
  if (name.length === 0 || name.length > 255) throw new Error('The name must have 1 to 255 characters')
  const unknown = scopes.find((scope) => !Scope.safeParse(scope).success)
  if (unknown !== undefined)
    throw new Error(`There is no scope "${unknown}". The scopes are ${Scope.options.join(', ')}`)
  if (scopes.length === 0) throw new Error(`Name at least one scope: ${Scope.options.join(', ')}`)
  if (kind !== 'mcp' && scopes.includes('mcp:read')) {
    throw new Error('mcp:read is only given to credentials of kind mcp. Add --kind mcp')
  }
  if (kind === 'mcp' && (expiresAt === null || expiresAt.getTime() > now.getTime() + MCP_DAYS * DAY_MS)) {
    throw new Error(`A credential of kind mcp must expire within ${MCP_DAYS} days. Use --expires ${MCP_DAYS}d or less`)
  }
  if (kind === 'support' && (expiresAt === null || expiresAt.getTime() > now.getTime() + SUPPORT_HOURS * HOUR_MS)) {
    throw new Error(`Support access ends within ${SUPPORT_HOURS} hours. Use --for ${SUPPORT_HOURS}h or less`)
  }
  if (!Number.isInteger(quota) || quota < 1 || quota > MAX_QUOTA) {
    throw new Error(`The quota must be a whole number of requests per minute, from 1 to ${MAX_QUOTA}`)
  }
}
