import { type BomEvent, decodeBomEvent, eventKeyOf } from '../../domain/events/decode-bom-event.ts'
import { claimedAttributes } from '../../domain/events/decode-envelope.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { timeOfMilliseconds } from '../../schemas/input-times.ts'
import { refusalOf } from '../pipeline/classify.ts'
import {
  type DeadRecord,
  type EventStream,
  nothingToApply,
  type PipelineContext,
  type Plan,
} from '../pipeline/event-stream.ts'
import { failure } from './failure.ts'
import { planOf } from './outcome.ts'
import { planControl } from './plan-control.ts'
import { readerOf, readPublicationState } from './publication-state.ts'
import { planStyles } from './styles/plan-styles.ts'

/** What it takes to turn events into publications. */
export interface PublicationContext extends PipelineContext {
  bomPartitions: number
  /** How long a publication may be silent, in ms between Kafka's times. */
  silenceMs: number
  /** Called when a publication of the organization has ended: notices are to be sent and leftovers to be dropped. */
  afterEnd(organization: string): Promise<void>
}

/** Events about publications. One that begins or ends a publication is alone in its step; style events share theirs. */
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
      if (actionOf(entry.event.content) === 'style') return planStyles(context, step)
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

type Named = Pick<BomEvent, 'organization' | 'snapshotId' | 'key' | 'time'>

/** What an event says of itself; where it cannot even be decoded, what its owner's event claims. */
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

/** The publication that is being built fails, which cannot be completed without the event. */
async function planFailure(
  context: PublicationContext,
  { organization, snapshotId, key, time }: Named,
  { record, detail }: DeadRecord,
): Promise<Plan<BomEvent>> {
  const { open } = await readPublicationState(readerOf(context.graph, organization))
  if (open?.snapshotId !== snapshotId) return nothingToApply
  const failed = [{ snapshotId, why: failure('unprocessable', detail), at: time, key }]
  return planOf(context, organization, { open: null, lastAt: record.timestamp, failed })
}
