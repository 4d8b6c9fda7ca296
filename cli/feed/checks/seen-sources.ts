import { refusalOf } from '../../../domain/events/refusal-of.ts'
import type { Organization } from '../../../schemas/credentials.ts'
import type { FeedEvent } from '../read-event.ts'

/** Why all events of an organization or a source would be rejected, with their number and the line of the first. */
export interface Refusal {
  reason: string
  detail: string
  line: number
  events: number
}

type Seen = Pick<Refusal, 'line' | 'events'> & Pick<FeedEvent, 'organization' | 'source'>

/** The organizations and sources that the valid events of a file name. */
export class SeenSources {
  readonly #seen = new Map<string, Seen>()

  add({ organization, source, number: line }: FeedEvent): void {
    const key = `${organization} ${source}`
    const seen = this.#seen.get(key)
    if (seen) seen.events += 1
    else this.#seen.set(key, { organization, source, line, events: 1 })
  }

  /** The refusals by these registered organizations. */
  refusals(organizations: readonly Organization[]): Refusal[] {
    const known = new Map(organizations.map((one) => [one.key, one]))
    const refusals = new Map<string, Refusal>()
    for (const { organization, source, line, events } of this.#seen.values()) {
      const why = refusalOf({ organization, source }, known)
      if (why === null) continue
      const same = refusals.get(why.detail)
      if (same) same.events += events
      else refusals.set(why.detail, { reason: why.reason, detail: why.detail, line, events })
    }
    return [...refusals.values()]
  }
}

export function refusalText({ reason, detail, line, events }: Refusal): string {
  const where = events === 1 ? `line ${line}` : `${events} events, first in line ${line}`
  return `warning: ${reason}: ${detail} (${where})`
}
