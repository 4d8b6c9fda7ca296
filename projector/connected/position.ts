import { z } from 'zod'
import type { HeldPosition, PositionWrite } from '../../cypher/ingest.ts'
import { type MaterialFactoryPosition, PositionEnd } from '../../schemas/connected.ts'
import { codeOfSent, entityRef, recordRef, refText } from '../../schemas/connected-refs.ts'
import type { RecordData, RecordEvent } from '../../schemas/decode-event.ts'
import { derivedMeasures } from '../../schemas/position-measures.ts'
import { stateOf } from './last-writes.ts'

export type PositionEvent = Extract<RecordEvent, { kind: 'position' }>

const Ends = z.object({ material: PositionEnd, factory: PositionEnd })

/**
 * A position as stored. What its material and factory were resolved to stays as long as it names them by the same
 * references; else they are unknown until they are resolved anew.
 */
export function positionOf(
  id: string,
  event: PositionEvent,
  data: RecordData['position'],
  before: HeldPosition | undefined,
): PositionWrite {
  const { organization, record } = event
  const { system, instance, recordId: subject } = record
  const materialRef = refText(entityRef(organization, 'material', data.material, record))
  const factoryRef = refText(recordRef(data.factory, record))
  const old = before?.doc ? Ends.parse(JSON.parse(before.doc)) : null
  const keepsMaterial = before?.materialRef === materialRef
  const keepsFactory = before?.factoryRef === factoryRef
  const ends = {
    material: (keepsMaterial && old?.material) || { id: null, code: codeOfSent(data.material), label: null },
    factory: (keepsFactory && old?.factory) || { id: null, code: codeOfSent(data.factory), label: null },
  }
  return {
    ...{ id, system, instance, subject, datasetId: data.datasetId, materialRef, factoryRef },
    supplierRef: data.supplier && refText(entityRef(organization, 'supplier', data.supplier, record)),
    materialId: keepsMaterial ? before.materialId : null,
    factoryId: keepsFactory ? before.factoryId : null,
    doc: JSON.stringify(documentOf(id, event, data, ends)),
    state: stateOf(event),
  }
}

function documentOf(
  positionId: string,
  { record: { system, instance, recordId }, version, ingestedAt }: PositionEvent,
  data: RecordData['position'],
  ends: z.infer<typeof Ends>,
): Omit<MaterialFactoryPosition, 'freshness'> {
  const { available, projected, liabilityQuantity, liabilityValue } = derivedMeasures(data)
  const { datasetId, asOf, uom, onHand, qualityHold, allocated, inTransit, onOrder, onOrderNonCancellable } = data
  const { required, boughtQuantity, lastDemandAt, ownership, sourcingModel, unitCost, lotCount, supplier, mpn } = data
  return {
    ...{ positionId, ...ends, system, instance, asOf, uom, onHand, qualityHold, allocated, available, inTransit },
    ...{ onOrder, onOrderNonCancellable, required, projected, boughtQuantity, liabilityQuantity, liabilityValue },
    ...{ lastDemandAt, ownership, sourcingModel, unitCost, lotCount, supplier: supplier && codeOfSent(supplier), mpn },
    source: { recordId, recordVersion: String(version), ingestedAt, datasetId },
  }
}
