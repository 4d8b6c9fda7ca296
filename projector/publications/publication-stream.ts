import { type BomEvent, decodeBomEvent, eventKeyOf } from '../../domain/events/decode-bom-event.ts'
import { claimedAttributes } from '../../domain/events/decode-envelope.ts'
import { refusalOf } from '../../domain/events/refusal-of.ts'
import { failure } from '../../domain/publications/failure.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { timeOfMilliseconds } from '../../schemas/values/input-times.ts'
import {
  type DeadRecord,
  type EventStream,
  nothingToApply,
  type PipelineContext,
  type Plan,
} from '../pipeline/event-stream.ts'
import { planOf } from './outcome.ts'
import { planControl } from './plan-control.ts'
import { readerOf, readPublicationState } from './publication-state.ts'
import { planStyles } from './styles/plan-styles.ts'

/** The settings and callbacks that the handling of publications needs. */
export interface PublicationContext extends PipelineContext {
  bomPartitions: number
  /** The longest pause between two events of a publication, in ms of Kafka timestamps. */
  silenceMs: number
  /** Called after a publication of the organization has ended, to send notices and delete leftovers. */
  afterEnd(organization: string): Promise<void>
}

/**
 * The event stream of BOM publications. An event that starts, completes, or aborts a publication has its own step.
 * Style events share steps.
 */
export function createPublicationStream(context: PublicationContext): EventStream<BomEvent> {
  const decode: EventStream<BomEvent>['decode'] = (record, partition) =>
    decodeBomEvent(record, { partition, partitions: context.bomPartitions })
  return {
    decode,
    typeOf: ({ content }) => `tenantdata.bom.${actionOf(content)}.v1`,
    isAlone: ({ content }) => actionOf(content) !== 'style',
    async plan(step, claim, isCurrent) {
      const [entry] = step.entries
      if (!entry) return nothingToApply
      if (actionOf(entry.event.content) === 'style') return planStyles(context, claim, step)
      return planControl(context, claim, step, entry, isCurrent)
    },
    async planUnprocessable(dead, claim, organizations) {
      const named = namedBy(() => decode(dead.record, claim.partition), dead, organizations)
      return named ? planFailure(context, named, dead) : nothingToApply
    },
  }
}

function actionOf(content: BomEvent['content']) {
  return content.action === 'invalid' ? content.of : content.action
}

type Named = Pick<BomEvent, 'organization' | 'snapshotId' | 'key' | 'time'> & Partial<Pick<BomEvent, 'id' | 'source'>>

/**
 * Returns the organization, snapshot and key of an event. If decoding fails, they come from its unchecked attributes.
 */
function namedBy(
  decode: () => ReturnType<EventStream<BomEvent>['decode']>,
  { record, organization }: DeadRecord,
  organizations: readonly Organization[],
): Named | null {
  try {
    const decoded = decode()
    if (decoded.outcome !== 'event') return null
    const isAccepted = refusalOf(decoded.event, new Map(organizations.map((one) => [one.key, one]))) === null
    return isAccepted ? decoded.event : null
  } catch {
    const { subject, source, id } = claimedAttributes(record)
    if (organization === null || subject === undefined) return null
    const key = eventKeyOf(source ?? '', id ?? '')
    return { organization, snapshotId: subject, key, time: timeOfMilliseconds(record.timestamp) }
  }
}

/** Fails the open publication, because it cannot be completed without the rejected event. */
async function planFailure(
  context: PublicationContext,
  { organization, snapshotId, key, time, id, source }: Named,
  { record, detail }: DeadRecord,
): Promise<Plan<BomEvent>> {
  const { open } = await readPublicationState(readerOf(context.graph, organization))
  if (open?.snapshotId !== snapshotId) return nothingToApply
  const faults = [{ path: [], detail, eventId: id ?? null, source: source ?? null }]
  const failed = [{ snapshotId, why: failure('unprocessable', detail, { faults }), at: time, key }]
  return planOf(context, organization, { open: null, lastAt: record.timestamp, failed })
}
