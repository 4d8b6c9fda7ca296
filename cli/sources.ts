import type { Graph } from '../cypher/connect.ts'
import { listIngestedSources } from '../cypher/ingest/read-ingest.ts'
import { expectSource, listExpectedSources } from '../cypher/system/expected-sources.ts'
import { getProjectorLag } from '../cypher/system/offsets.ts'
import { isSilent } from '../domain/events/silence.ts'
import { Envelope } from '../schemas/records/record-events.ts'
import { findOrganization } from './organizations.ts'

/** A source of an organization, as operators see it. Times are UTC. */
export interface OperatorsSource {
  organization: string
  source: string
  /** Kafka timestamp of the newest applied event. Null if none was applied. */
  lastAppliedAt: string | null
  applied: number
  stale: number
  rejected: number
  /** Within how many seconds it is expected to send something new. Null if there is no expectation. */
  withinSeconds: number | null
  /** Null without an expectation, during a rebuild or suspension, and before the lag of the projectors was measured. */
  isSilent: boolean | null
}

/** The shortest time that can be expected. Sources are checked every 30 s. */
const LEAST_SECONDS = 60
const ALL = 100_000

/** Returns the sources of an organization, sorted: those that sent events, and those that are expected to. */
export async function listSources(graph: Graph, organization: string, groupId: string): Promise<OperatorsSource[]> {
  const [ingested, expected, [lag]] = await Promise.all([
    graph.read(listIngestedSources, organization, { after: '', limit: ALL }),
    graph.read(listExpectedSources, null, { organization, groupId }),
    graph.read(getProjectorLag, null, { groupId }),
  ])
  const byName = new Map(ingested.map((one) => [one.source, one]))
  const expectedOf = new Map(expected.map((one) => [one.source, one]))
  return [...new Set([...byName.keys(), ...expectedOf.keys()])].sort().map((source) => {
    const { lastAppliedAt = null, applied = 0, stale = 0, rejected = 0 } = byName.get(source) ?? {}
    const own = expectedOf.get(source)
    const withinSeconds = own?.withinSeconds ?? null
    const silent = own && lag && !own.isRebuilding && !own.isSuspended ? isSilent(own, lag) : null
    return { organization, source, lastAppliedAt, applied, stale, rejected, withinSeconds, isSilent: silent }
  })
}

/**
 * Expects a source to send something new within a time, or expects nothing any more for null.
 * @throws Error when no organization has this key, the source is not `/{system}/{instance}`, or the time is too short
 */
export async function setExpectation(
  graph: Graph,
  { key, source, withinSeconds, now }: { key: string; source: string; withinSeconds: number | null; now: Date },
): Promise<void> {
  if (!Envelope.shape.source.safeParse(source).success)
    throw new Error(`"${source}" is not a valid source. Use /{system}/{instance}, for example /plm/main`)
  if (withinSeconds !== null && withinSeconds < LEAST_SECONDS)
    throw new Error(`--within must be at least ${LEAST_SECONDS}s, or none`)
  await findOrganization(graph, key)
  await graph.write((run) => run(expectSource, null, { key, source, withinSeconds, since: now.toISOString() }))
}
