import type { PartitionStatus } from './partitions/partition-status.ts'
import type { Projector } from './projector.ts'

const SILENCE_MS = 30_000

/**
 * Returns why the projector is not ready, or null if it is. Reasons are a partition that is stopped, not claimed, or
 * whose last batch failed, a missing topic, a fault of the schema, or no response from the group or the graph for 30 s.
 * A group member without partitions is ready: it waits to take over.
 */
export function unreadyBecause(
  projector: Pick<
    Projector,
    'statuses' | 'lastContactAt' | 'graphReachedAt' | 'loginRefused' | 'topicFaults' | 'schemaFaults'
  >,
  now: number,
): string | null {
  const missing = projector.topicFaults().filter(({ fault }) => fault === 'missing')
  if (missing.length > 0) return missing.map(({ topic, detail }) => `${topic}: ${detail}`).join('\n')
  const contact = projector.lastContactAt()
  if (contact === null) return 'the consumer group was not joined yet'
  if (now - contact > SILENCE_MS) return `no contact with the consumer group for ${secondsOf(now - contact)} s`
  const reached = projector.graphReachedAt()
  const refused = projector.loginRefused()
  const why = refused ? `: ${refused}` : ''
  if (reached === null) return `the graph has not responded yet${why}`
  if (now - reached > SILENCE_MS) return `no response from the graph for ${secondsOf(now - reached)} s${why}`
  const schema = projector.schemaFaults().map((fault) => `the schema of the graph has a fault: ${fault}`)
  const reasons = [...schema, ...projector.statuses().flatMap((one) => troubleOf(one) ?? [])]
  return reasons.length > 0 ? reasons.join('\n') : null
}

function troubleOf(one: PartitionStatus): string | null {
  const topicPartition = `${one.topic}/${one.partition}`
  if (one.state === 'stopped') return `${topicPartition} stopped (${one.reason}): ${one.detail}`
  if (one.failure !== null) return `${topicPartition} is retrying: ${one.failure}`
  return one.state === 'claiming' ? `${topicPartition} is being claimed` : null
}

const secondsOf = (ms: number) => Math.round(ms / 1000)
