import { type InputRecord, inputOf } from '../../../domain/exceptions/inputs.ts'
import type { Endpoint, MaterialFacts, Pair, PositionFacts } from '../../../domain/exceptions/pair.ts'

const IDS = { material: 'a5a0ab7d-e70a-5115-b601-3582cd489e66', factory: '9f5df282-20cc-5ecf-9412-071f8be67c0a' }
const end = (key: string, code: string): Endpoint => ({ key, id: key, code, label: `${code} label`, owners: [] })

/** A record whose values hold since a day of March (`since`), and whose newest event is of the day `newest`. */
export function record(kind: InputRecord['kind'], id: string, since = 1, newest = since): InputRecord {
  const timeOf = (day: number) => new Date(Date.UTC(2027, 2, day)).toISOString()
  const history = { since: timeOf(since), later: {}, newest: timeOf(newest) }
  return { kind, id, system: 'plm', instance: 'main', recordId: id, recordVersion: '1', history }
}

/** The input of an exception for such a record. */
export const input = (...parameters: Parameters<typeof record>) => inputOf(record(...parameters), [])

/** The optional fields of a position, all null. */
export const unsaid = {
  onOrderNonCancellable: null,
  required: null,
  projected: null,
  boughtQuantity: null,
  liabilityQuantity: null,
  liabilityValue: null,
  lastDemandAt: null,
  ownership: null,
  sourcingModel: null,
  unitCost: null,
  lotCount: null,
  supplier: null,
  mpn: null,
}

/** A position of MT-1 at FA-1 without amounts and without errors, by default. */
export function position(fields: Partial<PositionFacts> = {}): PositionFacts {
  const { system = 'erp', instance = 'main' } = fields
  const unknown = { onHand: null, qualityHold: null, allocated: null, available: null, inTransit: null, onOrder: null }
  const positionId = `00000000-0000-4000-8000-${`${system}${instance}`.length.toString().padStart(12, '0')}`
  return {
    positionId,
    material: { id: IDS.material, code: 'MT-1', label: null },
    factory: { id: IDS.factory, code: 'FA-1', label: null },
    system,
    instance,
    asOf: '2027-03-14T06:00:00.000Z',
    uom: 'MTR',
    ...unknown,
    ...unsaid,
    source: {
      recordId: 'MT-1@FA-1',
      recordVersion: '1',
      ingestedAt: '2027-03-14T06:00:00.000Z',
      datasetId: `${system}.material_stock`,
    },
    materialRef: 'code:*:item:I-1',
    supplierRef: null,
    record: record('position', `${system}/${instance}`),
    ...fields,
  }
}

export const facts: MaterialFacts = {
  lifecycleState: 'approved',
  baseUom: 'MTR',
  isInPlm: true,
  record: record('material', 'M-1'),
  nominated: [],
  mpns: [],
}

/** A pair of a known material and factory without exceptions, by default. */
export function pair(fields: Partial<Pair> = {}): Pair {
  return {
    material: end(IDS.material, 'MT-1'),
    factory: end(IDS.factory, 'FA-1'),
    positions: [],
    facts,
    production: null,
    isAllocated: null,
    operators: [],
    need: null,
    erpDatasets: [],
    ...fields,
  }
}
