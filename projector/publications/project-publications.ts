import { listOrganizations } from '../../cypher/system.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { type BomEvent, decodeBomEvent } from '../../schemas/decode-bom-event.ts'
import type { Claim } from '../advance.ts'
import { type DeadRecord, type PartitionRecord, refusalOf } from '../classify.ts'
import type { Slice } from '../project-batch.ts'
import type { Publishing } from './publishing.ts'
import { takeControl } from './take-control.ts'
import { takeStyles } from './take-styles.ts'

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
}

/**
 * Applies a slice of a partition of the BOM topic, step by step; each step moves the offset with its writes, so that what
 * was done stays done.
 * @returns false when the partition was taken away meanwhile
 * @throws Fenced, GraphError, or what `bury` throws; then the slice goes on where the graph stands
 */
export async function projectPublications(
  publishing: Publishing,
  claim: Claim,
  slice: Slice,
  isCurrent: () => boolean,
): Promise<boolean> {
  for (const step of await stepsOf(publishing, claim, slice)) {
    if (!isCurrent()) return false
    const [entry] = step.entries
    if (entry && isControl(entry.event)) await takeControl(publishing, claim, step, entry, isCurrent)
    else await takeStyles(publishing, claim, step)
  }
  return true
}

type Decoded = { record: PartitionRecord; found: ReturnType<typeof decodeBomEvent> }

async function stepsOf(
  { graph, bomPartitions }: Publishing,
  { partition }: Claim,
  { records, from, to }: Slice,
): Promise<BomStep[]> {
  const place = { partition, partitions: bomPartitions }
  const decoded = records.map((record) => ({ record, found: decodeBomEvent(record, place) }))
  const keys = new Set(decoded.flatMap(({ found }) => (found.outcome === 'event' ? found.event.organization : [])))
  const organizations =
    keys.size > 0 ? await graph.write((run) => run(listOrganizations, null, { keys: [...keys] })) : []
  const steps = cutIntoSteps(decoded, new Map(organizations.map((known) => [known.key, known])), from, to)
  // A batch without records still moves the offset, past a transaction's marker.
  return steps.length > 0 || from === to ? steps : [{ ...newStep(from), to }]
}

function cutIntoSteps(
  decoded: readonly Decoded[],
  known: ReadonlyMap<string, Organization>,
  from: number,
  to: number,
): BomStep[] {
  const steps: BomStep[] = []
  let step = newStep(from)
  const close = (at: number) => {
    if (at > step.from) steps.push({ ...step, to: at })
    step = newStep(at)
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
  else if (found.outcome === 'dead') step.dead.push({ record, ...found })
  else {
    const { event } = found
    const refusal = refusalOf(event, known)
    if (refusal) step.dead.push({ record, ...refusal, organization: event.organization })
    else step.entries.push({ record, event })
  }
}

const newStep = (from: number): BomStep => ({ from, to: from, entries: [], dead: [], ignored: 0 })

function isControl({ said }: BomEvent): boolean {
  return said.action === 'invalid' ? said.of !== 'style' : said.action !== 'style'
}
