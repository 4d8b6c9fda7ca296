import type { BomEvent } from '../events/decode-bom-event.ts'
import type { Checks, PublicationEvent } from './checked-events.ts'
import { PublicationsInFile } from './publications-in-file.ts'

/**
 * Reads the events about publications of a file in order, and decides for each publication whether the projector would
 * complete it, if the file were sent now to organizations without publications. It uses the same rules as the
 * projector. What depends on the graph and on Kafka is not known here: snapshots of earlier files, and pauses.
 */
export class PublicationChecker {
  readonly #now: () => number
  readonly #organizations = new Map<string, PublicationsInFile>()

  /** @param now the time at which the file would be sent, in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  add(source: PublicationEvent): Checks {
    const { organization } = source.event
    const own = this.#organizations.get(organization) ?? new PublicationsInFile()
    this.#organizations.set(organization, own)
    const action = actionOf(source.event)
    if (action === 'started') return own.start(source)
    return action === 'style' ? own.addStyle(source) : own.end(source, this.#now())
  }

  /** What the end of the file shows: publications that are still open. */
  end(): Checks {
    const all = [...this.#organizations.values()].map((own) => own.atEndOfFile())
    return { faults: all.flatMap(({ faults }) => faults), ended: all.flatMap(({ ended }) => ended), repeat: null }
  }
}

function actionOf({ content }: BomEvent) {
  return content.action === 'invalid' ? content.of : content.action
}
