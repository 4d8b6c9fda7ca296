import { listOrganizations } from '../../cypher/system/credentials.ts'
import { type BomEvent, decodeBomEvent } from '../../domain/events/decode-bom-event.ts'
import type { Organization } from '../../schemas/credentials.ts'
import type { Claim } from '../partitions/advance.ts'
import { type DeadRecord, deadOf, neededToJudge, type PartitionRecord, refusalOf } from '../partitions/classify.ts'
import type { Chunk } from '../partitions/project-batch.ts'
import type { Publishing } from './publishing.ts'
import { takeStyles } from './styles/take-styles.ts'
import { takeControl } from './take-control.ts'

/** An event of a publication with the record that it came in. */
export interface BomEntry {
  record: PartitionRecord
  event: BomEvent
}

/** Consecutive records that one transaction takes in: any number of style events, or one event that begins or ends a publication. */
export interface BomStep {
  from: number
  to: number
  entries: BomEntry[]
  dead: DeadRecord[]
  ignored: number
  /** Keys of the organizations that the events may belong to. */
  registered: ReadonlySet<string>
}

/**
 * Applies a chunk of a partition of the BOM topic, step by step; each step moves the offset with its writes, so that what
 * was done stays done; `onReached` hears up to where.
 * @returns false when the partition was taken away in the meantime
 * @throws Fenced, GraphError, or what `publishDeadLetters` throws; then the chunk continues where the graph is
 */
export async function projectPublications(
  publishing: Publishing,
  claim: Claim,
  chunk: Chunk,
  isCurrent: () => boolean,
  onReached: (offset: number) => void,
): Promise<boolean> {
  for (const step of await stepsOf(publishing, claim, chunk)) {
    if (!isCurrent()) return false
    const [entry] = step.entries
    if (entry && isControl(entry.event)) await takeControl(publishing, claim, step, entry, isCurrent)
    else await takeStyles(publishing, claim, step)
    onReached(step.to)
  }
  return true
}

type Decoded = { record: PartitionRecord; found: ReturnType<typeof decodeBomEvent> }

async function stepsOf(
  { graph, bomPartitions }: Publishing,
  { partition }: Claim,
  { records, from, to }: Chunk,
): Promise<BomStep[]> {
  const topicPartition = { partition, partitions: bomPartitions }
  const decoded = records.map((record) => ({ record, found: decodeBomEvent(record, topicPartition) }))
  const keys = neededToJudge(decoded.map(({ found }) => found))
  const known = keys?.length === 0 ? [] : await graph.readFromLeader(listOrganizations, null, { keys })
  const organizations = new Map(known.map((one) => [one.key, one]))
  const steps = cutIntoSteps(decoded, organizations, from, to)
  // A batch without records still moves the offset, past a transaction's marker.
  return steps.length > 0 || from === to ? steps : [{ ...newStep(from, organizations), to }]
}

function cutIntoSteps(
  decoded: readonly Decoded[],
  known: ReadonlyMap<string, Organization>,
  from: number,
  to: number,
): BomStep[] {
  const steps: BomStep[] = []
  let step = newStep(from, known)
  const close = (at: number) => {
    if (at > step.from) steps.push({ ...step, to: at })
    step = newStep(at, known)
  }
  for (const { record, found } of decoded) {
    const isAlone = found.outcome === 'event' && refusalOf(found.event, known) === null && isControl(found.event)
    if (isAlone) close(record.offset)
    take(step, record, found, known)
    if (isAlone) close(record.offset + 1)
  }
  close(to)
  return steps
}

function take(
  step: BomStep,
  record: PartitionRecord,
  found: Decoded['found'],
  known: ReadonlyMap<string, Organization>,
): void {
  if (found.outcome === 'ignored') step.ignored += 1
  else if (found.outcome === 'dead') step.dead.push(deadOf(record, found, [...known.values()]))
  else {
    const { event } = found
    const refusal = refusalOf(event, known)
    if (refusal) step.dead.push({ record, ...refusal, organization: event.organization })
    else step.entries.push({ record, event })
  }
}

function newStep(from: number, known: ReadonlyMap<string, Organization>): BomStep {
  return { from, to: from, entries: [], dead: [], ignored: 0, registered: new Set(known.keys()) }
}

function isControl({ said }: BomEvent): boolean {
  return said.action === 'invalid' ? said.of !== 'style' : said.action !== 'style'
}
