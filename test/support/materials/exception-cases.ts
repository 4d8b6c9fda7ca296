import { evaluatePair } from '../../../domain/exceptions/evaluate-pair.ts'
import type { Pair, PositionFacts } from '../../../domain/exceptions/pair.ts'
import { quantity } from '../../../domain/quantities/quantity.ts'
import { facts, input, pair, position, record } from './positions.ts'

/** The codes of the exceptions of a pair with their severities. */
export const codesOf = (given: Pair) =>
  evaluatePair(given)
    .map(({ code, severity }) => `${code} ${severity}`)
    .sort()
const unknown = { id: null, owners: [], label: null }
/** A position with this stock on hand. */
export const stock = (system: string, onHand: string, fields: Partial<PositionFacts> = {}) =>
  position({ system, onHand, ...fields })
/** A pair with these positions and without other errors. */
export const pairOf = (...positions: PositionFacts[]) => pair({ positions })
/** A requirement of open production in meters. */
export const need = (amount: string) => ({ amount: quantity(amount), baseUnit: 'MTR' as const, parts: [], inputs: [] })
/** A pair with a liability of more than a tenth of the bought quantity and no demand for 90 days, by default. */
export const excess = (fields: Partial<PositionFacts>) =>
  pairOf(
    position({
      liabilityQuantity: '10.01',
      boughtQuantity: '100',
      asOf: '2027-03-14T06:00:00.000Z',
      lastDemandAt: '2026-12-14T05:59:59.999Z',
      ...fields,
    }),
  )
/** The materials or records that have a code. */
const owners = (kind: 'material' | 'source_record', ...codes: string[]) =>
  codes.map((code) => ({ code, inputs: [input(kind, code)] }))
const link = record('link', 'L-1')
/** An active style that is produced at the factory, and an active dataset of the ERP. */
export const production = {
  style: 'ST-1',
  lifecycleState: 'adopted',
  supplier: 'SUP-1',
  inputs: [input('style', 'S-1'), input('supplier', 'V-1')],
}
export const erpDatasets = [{ datasetId: 'erp.a', input: input('dataset', 'erp.a') }]
/** A material with one nominated supplier and two articles. */
export const nominated = {
  ...facts,
  nominated: [{ code: 'SUP-1', names: ['SUP-1', 'V-1', 'id:v'], link, supplier: record('supplier', 'V-1') }],
  mpns: ['HV-1', 'HV-2'].map((mpn) => ({ mpn, link })),
}

/** Name, pair, and expected exceptions of each case: each rule at its threshold and just beyond it. */
export const cases: [string, Pair, string[]][] = [
  ['no values', pair(), []],
  ['a position that says nothing', pairOf(position()), []],

  [
    'an approved material is produced without an ERP position',
    pair({ production, erpDatasets }),
    ['MISSING_IN_ERP high'],
  ],
  ['… and the ERP has one', pair({ production, erpDatasets, positions: [position()] }), []],
  [
    '… and another system has one',
    pair({ production, erpDatasets, positions: [position({ system: 'wms' })] }),
    ['MISSING_IN_ERP high'],
  ],
  ['… without an active dataset of the ERP', pair({ production }), []],
  [
    '… of a material that is not approved',
    pair({ production, erpDatasets, facts: { ...facts, lifecycleState: 'submitted' } }),
    [],
  ],
  ['… that is not produced', pair({ erpDatasets }), []],

  [
    'the ERP has a quantity of a material without a PLM code',
    pair({ positions: [position({ required: '0.01' })], facts: { ...facts, isInPlm: false } }),
    ['MISSING_IN_PLM medium'],
  ],
  [
    '… a negative one',
    pair({ positions: [position({ inTransit: '-1' })], facts: { ...facts, isInPlm: false } }),
    ['MISSING_IN_PLM medium'],
  ],
  [
    '… only zeros',
    pair({ positions: [position({ onHand: '0', required: '0' })], facts: { ...facts, isInPlm: false } }),
    [],
  ],
  ['… only in the WMS', pair({ positions: [stock('wms', '1')], facts: { ...facts, isInPlm: false } }), []],
  [
    'a code without an owner, in the ERP with a quantity',
    pair({
      positions: [position({ onHand: '1' })],
      facts: null,
      material: { ...unknown, key: 'code:erp:item:X', code: 'X' },
    }),
    ['MISSING_IN_PLM medium', 'ORPHAN_MATERIAL high'],
  ],
  [
    '… in the ERP with nothing',
    pair({ positions: [position()], facts: null, material: { ...unknown, key: 'code:erp:item:X', code: 'X' } }),
    ['ORPHAN_MATERIAL high'],
  ],
  [
    '… which no record names any more',
    pair({ facts: null, material: { ...unknown, key: 'code:erp:item:X', code: 'X' } }),
    [],
  ],
  [
    'a factory code without an owner',
    pair({ positions: [position()], factory: { ...unknown, key: 'code:erp:site:X', code: 'X' } }),
    ['ORPHAN_FACTORY high'],
  ],
  [
    'a code with two owners',
    pair({
      positions: [position({ onHand: '1' })],
      facts: null,
      material: { ...unknown, key: 'code:erp:item:X', code: 'X', owners: owners('material', 'MT-1', 'MT-2') },
    }),
    ['AMBIGUOUS_MATCH medium'],
  ],
  [
    'a factory code with two owners',
    pair({
      positions: [position()],
      factory: { ...unknown, key: 'code:erp:site:X', code: 'X', owners: owners('source_record', 'FA-1', 'FA-2') },
    }),
    ['AMBIGUOUS_MATCH medium'],
  ],

  ['units of another dimension', pairOf(position({ uom: 'KGM' })), ['UOM_INCOMPATIBLE critical']],
  ['another unit of the same dimension', pairOf(position({ uom: 'YRD' })), ['UOM_MISMATCH medium']],
  [
    'both',
    pairOf(position({ uom: 'KGM' }), position({ system: 'wms', uom: 'CMT' })),
    ['UOM_INCOMPATIBLE critical', 'UOM_MISMATCH medium'],
  ],
  [
    'the unit of the ERP where the base unit is not known',
    pair({ facts: { ...facts, baseUom: null }, positions: [position({ uom: 'YRD' }), position({ system: 'wms' })] }),
    ['UOM_MISMATCH medium'],
  ],
  [
    '… without an ERP',
    pair({ facts: { ...facts, baseUom: null }, positions: [position({ system: 'wms', uom: 'YRD' })] }),
    [],
  ],
  [
    'a pair is no piece',
    pair({ facts: { ...facts, baseUom: 'EA' }, positions: [position({ uom: 'PR' })] }),
    ['UOM_INCOMPATIBLE critical'],
  ],

  ['stock at the absolute tolerance', pairOf(stock('erp', '51'), stock('wms', '50')), []],
  ['… just above it', pairOf(stock('erp', '51.0000000000000001'), stock('wms', '50')), ['QUANTITY_MISMATCH medium']],
  ['… just below it, the other way', pairOf(stock('erp', '50'), stock('wms', '50.9999999999999999')), []],
  ['stock at the percentage', pairOf(stock('erp', '990'), stock('wms', '1000')), []],
  ['… just above it', pairOf(stock('erp', '989.99'), stock('wms', '1000')), ['QUANTITY_MISMATCH medium']],
  ['… the other way', pairOf(stock('erp', '1000'), stock('wms', '989.99')), ['QUANTITY_MISMATCH medium']],
  [
    '… in the other unit of the portal',
    pairOf(stock('erp', '91.44'), stock('factory_portal', '100', { uom: 'YRD' })),
    ['UOM_MISMATCH medium'],
  ],
  [
    '… across dimensions',
    pairOf(stock('erp', '1'), stock('wms', '100', { uom: 'KGM' })),
    ['UOM_INCOMPATIBLE critical'],
  ],
  ['… where one does not say', pairOf(position(), stock('wms', '100')), []],
  ['stock of two systems, neither of them the ERP', pairOf(stock('factory_portal', '1'), stock('wms', '100')), []],
  [
    'pieces that differ by one',
    pair({
      facts: { ...facts, baseUom: 'EA' },
      positions: [stock('erp', '101', { uom: 'EA' }), stock('wms', '100', { uom: 'EA' })],
    }),
    [],
  ],
  [
    'fewer than a hundred pieces that differ by one',
    pair({
      facts: { ...facts, baseUom: 'EA' },
      positions: [stock('erp', '99', { uom: 'EA' }), stock('wms', '98', { uom: 'EA' })],
    }),
    ['QUANTITY_MISMATCH medium'],
  ],

  ['the requirement at the tolerance', pair({ positions: [position({ required: '990' })], need: need('1000') }), []],
  [
    '… just above it',
    pair({ positions: [position({ required: '989.99' })], need: need('1000') }),
    ['REQUIREMENT_MISMATCH high'],
  ],
  [
    '… the other way',
    pair({ positions: [position({ required: '1010.2' })], need: need('1000') }),
    ['REQUIREMENT_MISMATCH high'],
  ],
  ['… of the WMS', pair({ positions: [position({ system: 'wms', required: '1' })], need: need('1000') }), []],
  ['… without open production', pairOf(position({ required: '1000' })), []],
  ['… which the ERP does not say', pair({ positions: [position()], need: need('1000') }), []],
  [
    '… across dimensions',
    pair({ positions: [position({ required: '1', uom: 'KGM' })], need: need('1000') }),
    ['UOM_INCOMPATIBLE critical'],
  ],

  ['the nominated supplier by its code', pair({ facts: nominated, positions: [position({ supplier: 'SUP-1' })] }), []],
  ['… by its record', pair({ facts: nominated, positions: [position({ supplier: 'X', supplierRef: 'id:v' })] }), []],
  [
    'another supplier',
    pair({ facts: nominated, positions: [position({ supplier: 'SUP-2', supplierRef: 'id:w' })] }),
    ['SUPPLIER_MISMATCH medium'],
  ],
  ['… where none is nominated', pairOf(position({ supplier: 'SUP-2' })), []],
  ['… which is not named', pair({ facts: nominated, positions: [position()] }), []],
  ['a nominated article', pair({ facts: nominated, positions: [position({ mpn: 'HV-2' })] }), []],
  ['another article', pair({ facts: nominated, positions: [position({ mpn: 'hv-2' })] }), ['MPN_MISMATCH medium']],
  ['… where none is nominated', pairOf(position({ mpn: 'HV-3' })), []],

  ...['development', 'submitted', 'restricted', 'discontinued'].map((lifecycleState): [string, Pair, string[]] => [
    `an open order of a material in ${lifecycleState}`,
    pair({ facts: { ...facts, lifecycleState }, positions: [position({ onOrder: '0.01' })] }),
    ['STATUS_CONFLICT high'],
  ]),
  ['… of an approved one', pairOf(position({ onOrder: '1' })), []],
  [
    '… of nothing',
    pair({ facts: { ...facts, lifecycleState: 'discontinued' }, positions: [position({ onOrder: '0' })] }),
    [],
  ],

  [
    'stock where no style is produced',
    pair({ isAllocated: false, positions: [stock('wms', '0.01')] }),
    ['FACTORY_NOT_ALLOCATED medium'],
  ],
  ['… where one is', pair({ isAllocated: true, positions: [stock('wms', '1')] }), []],
  ['… where that is not known', pair({ isAllocated: null, positions: [stock('wms', '1')] }), []],
  ['… no stock', pair({ isAllocated: false, positions: [stock('wms', '0')] }), []],

  ['stock below zero', pairOf(stock('wms', '-0.0000000000000001')), ['NEGATIVE_ON_HAND high']],
  ['no stock', pairOf(stock('wms', '0')), []],
  ['more allocated than there is', pairOf(stock('wms', '1', { allocated: '1.0001' })), ['OVER_ALLOCATED medium']],
  ['all allocated', pairOf(stock('wms', '1', { allocated: '1' })), []],
  ['too little in sight', pairOf(position({ projected: '-0.01' })), ['SHORTAGE high']],
  ['just enough', pairOf(position({ projected: '0' })), []],

  ['more than a tenth is left without demand', excess({}), ['EXCESS_LIABILITY low']],
  ['… exactly a tenth', excess({ liabilityQuantity: '10' }), []],
  ['… with demand 90 days ago', excess({ lastDemandAt: '2026-12-14T06:00:00.000Z' }), []],
  [
    '… of which nothing was bought',
    excess({ boughtQuantity: '0', liabilityQuantity: '0.01' }),
    ['EXCESS_LIABILITY low'],
  ],
  ['… where it is not known what was bought', excess({ boughtQuantity: null }), []],
  ['… where it is not known when it was needed', excess({ lastDemandAt: null }), []],

  ['a time five minutes ahead', pairOf(position({ asOf: '2027-03-14T06:05:00.000Z' })), []],
  ['… and a millisecond', pairOf(position({ asOf: '2027-03-14T06:05:00.001Z' })), ['FUTURE_TIMESTAMP low']],

  [
    'only the newest position of a system counts',
    pairOf(stock('wms', '-1', { asOf: '2027-03-13T06:00:00.000Z' }), stock('wms', '1')),
    [],
  ],
  [
    '… each of another instance',
    pairOf(stock('wms', '-1', { instance: 'east', asOf: '2027-03-13T06:00:00.000Z' }), stock('wms', '1')),
    ['NEGATIVE_ON_HAND high'],
  ],
]
