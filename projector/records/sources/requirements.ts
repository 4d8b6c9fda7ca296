import * as ingest from '../../../cypher/records/write-records.ts'
import type { RecordData } from '../../../domain/events/decode-event.ts'
import { codeNamed, codeOfSent, entityRef, recordRef, refText } from '../../../domain/identity/record-refs.ts'
import { storedRequirement } from '../../../schemas/stored/connected-data.ts'
import { invalidate } from '../changes.ts'
import { LastWrites, sortedIds, type ValuesOf } from '../last-writes.ts'
import { type EventOf, recordType } from '../record-type.ts'

type RequirementEvent = EventOf<'requirement'>

const values: ValuesOf<RequirementEvent, ingest.LockedRequirement> = {
  event: (event) => event.data && { ...refsOf(event, event.data), units: event.data.units },
  stored: ({ styleRef, skuRef, factoryRef, units }) =>
    units === null ? null : { styleRef, skuRef, factoryRef, units },
}

export const requirements = recordType<RequirementEvent, LastWrites<RequirementEvent, ingest.LockedRequirement>>({
  isConnected: true,
  async lock({ run, organization }, events) {
    return new LastWrites(await run(ingest.lockRequirements, organization, { ids: sortedIds(events) }), values)
  },
  fold: (locked, event) => locked.fold(event),
  write(locked, { write, changes }) {
    const { newest, stored } = locked
    const rows = [...newest].map(([id, event]) => ({
      ...requirementOf(id, event, stored.get(id)),
      state: locked.stateOf(id),
    }))
    if (rows.length > 0) write(ingest.writeRequirements, { rows })
    for (const { id } of rows) invalidate(changes, { kind: 'requirement', id })
  },
})

function refsOf({ organization, record }: RequirementEvent, { style, sku, factory }: RecordData['requirement']) {
  return {
    styleRef: style ? refText(entityRef(organization, 'style', style, record)) : null,
    skuRef: sku ? refText(entityRef(organization, 'sku', sku, record)) : null,
    factoryRef: refText(recordRef(factory, record)),
  }
}

/**
 * Returns the row to store. It keeps the resolved style and factory until the reconciler resolves the references again,
 * because the reconciler needs them to find the pairs that lose this production.
 */
function requirementOf(
  id: string,
  event: RequirementEvent,
  before: ingest.LockedRequirement | undefined,
): Omit<ingest.RequirementWrite, 'state'> {
  const { styleId = null, skuId = null, factoryId = null } = before ?? {}
  const resolved = { id, styleId, skuId, factoryId }
  const nothing = { styleRef: null, skuRef: null, factoryRef: null, namedProduct: null, namedFactory: null }
  if (event.data === null) return { ...resolved, ...nothing, units: null, doc: null }
  const refs = refsOf(event, event.data)
  return {
    ...resolved,
    ...refs,
    namedProduct: codeNamed(refs.styleRef ?? refs.skuRef ?? ''),
    namedFactory: codeNamed(refs.factoryRef),
    units: event.data.units,
    doc: storedRequirement.write(documentOf(id, event, event.data)),
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
