import type { End, MaterialFacts, Pair, StoredPosition } from '../../projector/reconcile/pair.ts'

const IDS = { material: 'a5a0ab7d-e70a-5115-b601-3582cd489e66', factory: '9f5df282-20cc-5ecf-9412-071f8be67c0a' }
const end = (key: string, code: string): End => ({ key, id: key, code, label: `${code} label`, owners: [] })

/** What a system says of MT-1 at FA-1: nothing is wrong with it, and it knows of nothing. */
export function position(fields: Partial<StoredPosition> = {}): StoredPosition {
  const { system = 'erp', instance = 'main' } = fields
  const unknown = { onHand: null, qualityHold: null, allocated: null, available: null, inTransit: null, onOrder: null }
  return {
    positionId: `00000000-0000-4000-8000-${`${system}${instance}`.length.toString().padStart(12, '0')}`,
    material: { id: IDS.material, code: 'MT-1', label: null },
    factory: { id: IDS.factory, code: 'FA-1', label: null },
    ...{ system, instance, asOf: '2027-03-14T06:00:00.000Z', uom: 'MTR', ...unknown },
    ...{ onOrderNonCancellable: null, required: null, projected: null, boughtQuantity: null },
    ...{ liabilityQuantity: null, liabilityValue: null, lastDemandAt: null, ownership: null, sourcingModel: null },
    ...{ unitCost: null, lotCount: null, supplier: null, mpn: null },
    source: {
      recordId: 'MT-1@FA-1',
      recordVersion: '1',
      ingestedAt: '2027-03-14T06:00:00.000Z',
      datasetId: `${system}.material_stock`,
    },
    ...fields,
  }
}

export const facts: MaterialFacts = {
  lifecycleState: 'approved',
  baseUom: 'MTR',
  isInPlm: true,
  nominated: [],
  mpns: [],
}

/** A pair of a known material and a known factory, about which all agree. */
export function pair(fields: Partial<Pair> = {}): Pair {
  return {
    material: end(IDS.material, 'MT-1'),
    factory: end(IDS.factory, 'FA-1'),
    ...{ positions: [], facts, isProduced: false, isAllocated: null, need: null, erpDatasets: [] },
    ...fields,
  }
}
