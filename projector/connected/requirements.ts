import type { Run } from '../../cypher/connect.ts'
import * as ingest from '../../cypher/ingest.ts'
import { codeOfSent, entityRef, recordRef, refText } from '../../schemas/connected-refs.ts'
import type { RecordData, RecordEvent } from '../../schemas/decode-event.ts'
import type { Write } from '../writes.ts'
import { type Changes, mark } from './changes.ts'
import { lastWrites, sortedIds, stateOf } from './last-writes.ts'

type RequirementEvent = Extract<RecordEvent, { kind: 'requirement' }>

/** Applies the requirement events of one organization: open production. */
export async function projectRequirements(
  run: Run,
  write: Write,
  organization: string,
  events: RequirementEvent[],
  changes: Changes,
): Promise<void> {
  if (events.length === 0) return
  const found = await run(ingest.holdRequirements, organization, { ids: sortedIds(events) })
  const held = new Map(found.map((row) => [row.id, row]))
  const { newest } = lastWrites(events, held, changes)
  const told = [...newest].map(([id, event]) => ({ event, row: requirementOf(id, event, held.get(id)) }))
  if (told.length > 0) write(ingest.writeRequirements, { rows: told.map(({ row }) => row) })
  for (const { event, row } of told) {
    for (const one of [held.get(row.id), row]) {
      const product = one?.styleRef ?? one?.skuRef
      if (product && one?.factoryRef) mark(changes, ['requirement', product, one.factoryRef], event.time)
    }
  }
}

const nothing = { styleRef: null, skuRef: null, factoryRef: null, styleId: null, skuId: null, factoryId: null }

/** What the references were resolved to stays as long as they are the same. */
function requirementOf(
  id: string,
  event: RequirementEvent,
  before: ingest.HeldRequirement | undefined,
): ingest.RequirementWrite {
  const { organization, record, data } = event
  const state = stateOf(event)
  if (data === null) return { id, ...nothing, units: null, doc: null, state }
  const styleRef = data.style ? refText(entityRef(organization, 'style', data.style, record)) : null
  const skuRef = data.sku ? refText(entityRef(organization, 'sku', data.sku, record)) : null
  const factoryRef = refText(recordRef(data.factory, record))
  return {
    ...{ id, styleRef, skuRef, factoryRef },
    styleId: before?.styleRef === styleRef ? before.styleId : null,
    skuId: before?.skuRef === skuRef ? before.skuId : null,
    factoryId: before?.factoryRef === factoryRef ? before.factoryId : null,
    units: data.units,
    doc: JSON.stringify(documentOf(id, event, data)),
    state,
  }
}

function documentOf(requirementId: string, event: RequirementEvent, data: RecordData['requirement']) {
  const { record, version, ingestedAt } = event
  const { style, sku, factory, units, dueAt } = data
  return {
    requirementId,
    style: style ? codeOfSent(style) : null,
    sku: sku ? codeOfSent(sku) : null,
    factory: codeOfSent(factory),
    units,
    dueAt,
    system: record.system,
    instance: record.instance,
    source: { recordId: record.recordId, recordVersion: String(version), ingestedAt },
  }
}
