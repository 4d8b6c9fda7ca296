import type { Projector } from './projector.ts'

const SILENCE_MS = 30_000

/**
 * Why the projector is not doing its work, or null: a partition that stopped or is not claimed, or no contact to the group
 * for 30 s. A group member without partitions is ready: it waits to take over.
 */
export function unreadyBecause(projector: Pick<Projector, 'states' | 'lastContactAt'>, now: number): string | null {
  const contact = projector.lastContactAt()
  if (contact === null) return 'the group was not joined yet'
  if (now - contact > SILENCE_MS) return `no contact to the group for ${Math.round((now - contact) / 1000)} s`
  const waiting = projector.states().filter(({ state }) => state !== 'running')
  const reasons = waiting.map((one) =>
    one.state === 'stopped'
      ? `${one.topic}/${one.partition} stopped (${one.reason}): ${one.detail}`
      : `${one.topic}/${one.partition} is being claimed`,
  )
  return reasons.length > 0 ? reasons.join('\n') : null
}
