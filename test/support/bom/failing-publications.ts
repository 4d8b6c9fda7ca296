import fc from 'fast-check'
import type { Envelope } from '../../../schemas/records/record-events.ts'
import { bomEvent, freshSnapshotId, styleData } from './bom-events.ts'

/** How many faults a style event has: none; one or two that its schema finds; or 60 that only its contents show. */
const faultCounts = { good: 0, unit: 1, units: 2, skus: 60 } as const
type Kind = keyof typeof faultCounts

/** A random event of one of a few snapshots. `again` sends an earlier one again. */
type Choice =
  | { action: 'started' | 'aborted' | 'completed'; snapshot: number }
  | { action: 'style'; snapshot: number; kind: Kind }
  | { action: 'again'; at: number }

const snapshot = fc.nat({ max: 2 })
const style = fc.record({
  action: fc.constant('style' as const),
  snapshot,
  kind: fc.constantFrom<Kind>('good', 'good', 'unit', 'units', 'skus'),
})
const control = fc.record({ action: fc.constantFrom('started', 'started', 'aborted', 'completed'), snapshot })
const again = fc.record({ action: fc.constant('again' as const), at: fc.nat({ max: 100 }) })

/** A random log of publications, of which many fail. */
export const someChoices: fc.Arbitrary<Choice[]> = fc.array(
  fc.oneof(
    { arbitrary: style, weight: 6 },
    { arbitrary: control, weight: 2 },
    { arbitrary: again, weight: 1 },
  ) as fc.Arbitrary<Choice>,
  { minLength: 20, maxLength: 80, size: 'max' },
)

/** An event with what it is about. */
export interface Sent {
  event: Envelope
  snapshot: string
  action: string
  /** The style number, and the number of faults, of a style event. */
  style: string | null
  faults: number
}

/** The events of a log. Each style event is about its own style, so that only the rules of this log apply. */
export function eventsOf(organization: string, choices: readonly Choice[]): Sent[] {
  const ids = [freshSnapshotId(), freshSnapshotId(), freshSnapshotId()]
  const sent: Sent[] = []
  for (const [at, choice] of choices.entries()) {
    if (choice.action === 'again') {
      const earlier = sent[choice.at % Math.max(1, sent.length)]
      if (earlier) sent.push(earlier)
      continue
    }
    const { action } = choice
    const id = ids[choice.snapshot] ?? ''
    const named = choice.action === 'style' ? `QM-${at}` : null
    const faults = choice.action === 'style' ? faultCounts[choice.kind] : 0
    const data = choice.action === 'style' ? dataOf(`QM-${at}`, choice.kind) : controls[choice.action]
    sent.push({ event: bomEvent(organization, action, id, data), snapshot: id, action, style: named, faults })
  }
  return sent
}

/** A publication without styles is complete. One with styles has wrong counts. */
const controls = {
  started: { effectiveAt: '2026-09-14T00:00:00.000Z', sourceRunId: null },
  aborted: { reason: 'the job died' },
  completed: { styleCount: 0, skuCount: 0, lineCount: 0, rowCount: 0, contentHash: null },
}

function dataOf(number: string, kind: Kind) {
  const data = styleData(number, [
    { ref: 'L-1', yields: { [`${number}-S`]: '1.2' }, ...(kind === 'unit' || kind === 'units' ? { uom: 'ELL' } : {}) },
    { ref: 'L-2', yields: { [`${number}-S`]: '2.5' }, ...(kind === 'units' ? { uom: 'ELL' } : {}) },
  ])
  const [first] = data.lines
  if (kind === 'skus' && first)
    first.yields = Array.from({ length: 60 }, (_, at) => ({ sku: `N-${at}`, netYield: '1', wastagePercent: '5' }))
  return data
}

/** What is expected of a publication. */
interface Expected {
  state: 'building' | 'failed' | 'aborted' | 'completed'
  /** The style number of each fault, at most 100, and the number of all. */
  faults: string[]
  faultCount: number
}

/** What is expected of one event. An event that is counted has the offset of the dead letter that it is counted with. */
type Outcome =
  | { is: 'applied' | 'stale' }
  | { is: 'dead'; reason: 'publication_failed' | 'no_open_publication'; count: number }
  | { is: 'counted'; with: number }

/** Applies the rules of publications to a log, one event after the other. */
export function expectedOf(log: readonly Sent[]): { outcomes: Outcome[]; publications: Map<string, Expected> } {
  const publications = new Map<string, Expected>()
  const keys = new Map<string, Set<string>>()
  const starts = new Map<string, string>()
  const deadLetters = new Map<string, number>()
  const styles = new Map<string, number>()
  const outcomes: Outcome[] = []
  let open: string | null = null
  // An event that is sent again is recognized by its stored faults. Each style number is that of one event.
  const addFaults = (id: string, { style, faults }: Sent) => {
    const publication = publications.get(id)
    if (!publication || faults === 0 || publication.faults.includes(style ?? '')) return
    publication.faultCount += faults
    publication.faults.push(...Array.from({ length: faults }, () => style ?? ''))
    publication.faults.splice(100)
  }
  const late = (id: string, sent: Sent, offset: number): Outcome => {
    const publication = publications.get(id)
    if (keys.get(id)?.has(sent.event.id)) return { is: 'stale' }
    if (publication?.state !== 'failed' && publication?.state !== 'aborted')
      return { is: 'dead', reason: 'no_open_publication', count: 1 }
    addFaults(id, sent)
    const first = deadLetters.get(id)
    if (first === undefined) {
      deadLetters.set(id, offset)
      return { is: 'dead', reason: 'no_open_publication', count: 1 }
    }
    const letter = outcomes[first]
    if (letter?.is === 'dead') letter.count += 1
    return { is: 'counted', with: first }
  }
  const end = (id: string, state: Expected['state']) => {
    const publication = publications.get(id)
    if (publication) publication.state = state
    open = null
  }
  for (const [offset, sent] of log.entries()) {
    const { snapshot: id, action, event } = sent
    const own = keys.get(id) ?? new Set()
    keys.set(id, own)
    if (action === 'started') {
      if (starts.get(id) === event.id) outcomes.push({ is: 'stale' })
      else if (starts.has(id)) outcomes.push({ is: 'dead', reason: 'publication_failed', count: 1 })
      else {
        if (open !== null) end(open, 'failed')
        starts.set(id, event.id)
        publications.set(id, { state: 'building', faults: [], faultCount: 0 })
        open = id
        outcomes.push({ is: 'applied' })
      }
    } else if (open !== id) outcomes.push(late(id, sent, offset))
    else if (own.has(event.id)) outcomes.push({ is: 'stale' })
    else {
      own.add(event.id)
      if (action === 'aborted') {
        end(id, 'aborted')
        outcomes.push({ is: 'applied' })
      } else if (action === 'completed' && !styles.has(id)) {
        end(id, 'completed')
        outcomes.push({ is: 'applied' })
      } else if (action === 'completed') {
        // The four wrong counts.
        const publication = publications.get(id)
        publication?.faults.push('', '', '', '')
        if (publication) publication.faultCount += 4
        end(id, 'failed')
        outcomes.push({ is: 'dead', reason: 'publication_failed', count: 1 })
      } else if (sent.faults > 0) {
        end(id, 'failed')
        addFaults(id, sent)
        outcomes.push({ is: 'dead', reason: 'publication_failed', count: 1 })
      } else {
        styles.set(id, (styles.get(id) ?? 0) + 1)
        outcomes.push({ is: 'applied' })
      }
    }
  }
  return { outcomes, publications }
}
