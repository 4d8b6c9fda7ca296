import { z } from 'zod'
import type { LockedPosition, PositionWrite } from '../../../cypher/records/write-records.ts'
import type { RecordData } from '../../../domain/events/decode-event.ts'
import { isIdle } from '../../../domain/exceptions/stock-rules.ts'
import type { Values } from '../../../domain/history.ts'
import { codeNamed, codeOfSent, entityRef, recordRef, refText } from '../../../domain/identity/record-refs.ts'
import { derivedMeasures } from '../../../domain/quantities/position-measures.ts'
import { PositionEnd } from '../../../schemas/materials/positions.ts'
import { type StoredPosition, storedPosition } from '../../../schemas/stored/connected-data.ts'
import type { EventOf } from '../record-type.ts'

export type PositionEvent = EventOf<'position'>

const Endpoints = z.object({ material: PositionEnd, factory: PositionEnd })

/**
 * Returns the row to store of a position. While its references stay the same, it keeps the resolved material and
 * factory. Otherwise they are unknown until the reconciler resolves them again.
 */
export function positionOf(
  id: string,
  event: PositionEvent,
  data: RecordData['position'],
  before: LockedPosition | undefined,
): Omit<PositionWrite, 'state'> {
  const { system, instance, recordId: subject } = event.record
  const refs = refsOf(event, data)
  const { materialRef, factoryRef } = refs
  const old = before?.doc ? Endpoints.parse(storedPosition.read(before.doc)) : null
  const keepsMaterial = before?.materialRef === materialRef
  const keepsFactory = before?.factoryRef === factoryRef
  const named = { saidMaterial: codeOfSent(data.material), saidFactory: codeOfSent(data.factory) }
  const endpoints = {
    material: keepsMaterial && old?.material.id ? old.material : { id: null, code: named.saidMaterial, label: null },
    factory: keepsFactory && old?.factory.id ? old.factory : { id: null, code: named.saidFactory, label: null },
  }
  return {
    id,
    system,
    instance,
    subject,
    datasetId: data.datasetId,
    ...refs,
    namedMaterial: codeNamed(materialRef),
    namedFactory: codeNamed(factoryRef),
    ...named,
    materialId: keepsMaterial ? before.materialId : null,
    factoryId: keepsFactory ? before.factoryId : null,
    materialCode: endpoints.material.code,
    factoryCode: endpoints.factory.code,
    doc: storedPosition.write(documentOf(id, event, data, endpoints)),
  }
}

type Refs = Pick<PositionWrite, 'materialRef' | 'factoryRef' | 'supplierRef'>

function refsOf({ organization, record }: PositionEvent, data: RecordData['position']): Refs {
  return {
    materialRef: refText(entityRef(organization, 'material', data.material, record)),
    factoryRef: refText(recordRef(data.factory, record)),
    supplierRef: data.supplier && refText(entityRef(organization, 'supplier', data.supplier, record)),
  }
}

/** Returns the values of a position that exceptions depend on, from its event. */
export function valuesOf(event: PositionEvent): Values | null {
  return event.data && valuesFrom(refsOf(event, event.data), event.data)
}

/** Returns the values of a position that exceptions depend on, from its stored row. */
export function storedValues({ materialRef, factoryRef, supplierRef, doc }: LockedPosition): Values | null {
  if (materialRef === null || factoryRef === null || doc === null) return null
  return valuesFrom({ materialRef, factoryRef, supplierRef }, storedPosition.read(doc))
}

type Measured = Omit<RecordData['position'], 'material' | 'factory' | 'supplier' | 'datasetId'>

function valuesFrom({ materialRef, factoryRef, supplierRef }: Refs, data: Measured): Values {
  const { uom, asOf, mpn, ownership, onHand, qualityHold, allocated, inTransit, onOrder } = data
  const { onOrderNonCancellable, required, boughtQuantity } = data
  return {
    material: materialRef,
    factory: factoryRef,
    supplier: supplierRef,
    mpn,
    uom,
    asOf,
    ownership,
    onHand,
    qualityHold,
    allocated,
    inTransit,
    onOrder,
    onOrderNonCancellable,
    required,
    boughtQuantity,
    isIdle: isIdle(data),
  }
}

function documentOf(
  positionId: string,
  { record: { system, instance, recordId }, version, ingestedAt }: PositionEvent,
  data: RecordData['position'],
  endpoints: z.infer<typeof Endpoints>,
): StoredPosition {
  const { available, projected, liabilityQuantity, liabilityValue } = derivedMeasures(data)
  const { datasetId, asOf, uom, onHand, qualityHold, allocated, inTransit, onOrder, onOrderNonCancellable } = data
  const { required, boughtQuantity, lastDemandAt, ownership, sourcingModel, unitCost, lotCount, supplier, mpn } = data
  return {
    positionId,
    ...endpoints,
    system,
    instance,
    asOf,
    uom,
    onHand,
    qualityHold,
    allocated,
    available,
    inTransit,
    onOrder,
    onOrderNonCancellable,
    required,
    projected,
    boughtQuantity,
    liabilityQuantity,
    liabilityValue,
    lastDemandAt,
    ownership,
    sourcingModel,
    unitCost,
    lotCount,
    supplier: supplier && codeOfSent(supplier),
    mpn,
    source: { recordId, recordVersion: String(version), ingestedAt, datasetId },
  }
}
