import { z } from 'zod'
import { Decimal, EntityId, Money, nullable, Timestamp, UnitOfMeasure, Uuid } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { DatasetId, ownerships, sourcingModels } from '../records/connected-events.ts'
import { FreshnessStatus } from './datasets.ts'

/** One end of a position: the id where it is known, and the code as people know it. */
export const PositionEnd = z
  .object({ id: nullable(EntityId), code: z.string(), label: z.string().nullable() })
  .meta({ id: 'PositionEnd' })
export type PositionEnd = z.infer<typeof PositionEnd>

export const Ownership = z.enum(ownerships).meta({ id: 'Ownership' })

const amount = (description: string) => nullable(Decimal).meta({ description })

export const MaterialFactoryPosition = z
  .object({
    positionId: Uuid,
    material: PositionEnd,
    factory: PositionEnd,
    system: z.string(),
    instance: z.string(),
    asOf: Timestamp,
    uom: UnitOfMeasure,
    onHand: amount('At the factory, of any quality.'),
    qualityHold: amount('Of onHand, blocked.'),
    allocated: amount('Of onHand, reserved to cutting orders.'),
    available: amount('onHand − qualityHold − allocated; null when one is unknown.'),
    inTransit: amount('Shipped by the supplier, not received.'),
    onOrder: amount('Open purchase orders, not yet shipped: disjoint from inTransit.'),
    onOrderNonCancellable: amount('Of onOrder, what cannot be cancelled.'),
    required: amount('For open production.'),
    projected: amount('onHand − qualityHold + inTransit + onOrder − required.'),
    boughtQuantity: amount('Bought so far.'),
    liabilityQuantity: amount('max(0, brand-owned onHand + inTransit + onOrderNonCancellable − required).'),
    liabilityValue: nullable(Money).meta({ description: 'liabilityQuantity × unitCost.' }),
    lastDemandAt: nullable(Timestamp),
    ownership: nullable(Ownership),
    sourcingModel: z.enum(sourcingModels).nullable(),
    unitCost: nullable(Money),
    lotCount: z.int().min(0).nullable(),
    supplier: z.string().nullable().meta({ description: 'Code or record id of the supplier, as the system has it.' }),
    mpn: z.string().nullable(),
    source: z.object({
      recordId: z.string(),
      recordVersion: z.string(),
      ingestedAt: Timestamp,
      datasetId: nullable(DatasetId),
    }),
    freshness: z.object({ status: FreshnessStatus, lagSeconds: z.int().min(0).nullable() }),
  })
  .meta({ id: 'MaterialFactoryPosition', description: 'What one system says about one material at one factory.' })
  .register(compactRow, {
    fields: [
      ...['positionId', 'material.code', 'factory.code', 'system', 'uom', 'onHand', 'projected'],
      'freshness.status',
    ],
  })
export type MaterialFactoryPosition = z.infer<typeof MaterialFactoryPosition>

export const measures = [
  'onHand',
  'qualityHold',
  'allocated',
  'available',
  'inTransit',
  'onOrder',
  'required',
  'projected',
] as const
export const Measure = z.enum(measures).meta({ id: 'Measure' })
export type Measure = z.infer<typeof Measure>

export const PositionDifference = z
  .object({
    measure: Measure,
    baselineSystem: z.string(),
    baseline: nullable(Decimal),
    otherSystem: z.string(),
    other: nullable(Decimal),
    delta: nullable(Decimal).meta({ description: 'Other minus baseline, in `uom`.' }),
    deltaPercent: nullable(Decimal).meta({
      description: 'Of the baseline, rounded half away from zero to 4 places; null when that is 0.',
    }),
    uom: nullable(UnitOfMeasure).meta({
      description:
        'The unit in which all three are: the base unit, or that of a source where they have exact decimals only there.',
    }),
    withinTolerance: z.boolean().nullable(),
  })
  .meta({ id: 'PositionDifference' })
export type PositionDifference = z.infer<typeof PositionDifference>

export const PositionComparison = z
  .object({
    material: PositionEnd,
    factory: PositionEnd,
    positions: z.array(MaterialFactoryPosition),
    differences: z.array(PositionDifference),
    verdict: z.enum(['match', 'within_tolerance', 'mismatch', 'missing', 'not_comparable']),
    warnings: z.array(z.enum(['stale_source', 'uom_converted'])),
  })
  .meta({ id: 'PositionComparison' })
  .register(compactRow, {
    key: ['material', 'factory'],
    fields: [
      ...['material.code', 'factory.code', 'differences.measure', 'differences.otherSystem', 'differences.delta'],
      ...['differences.uom', 'verdict', 'warnings'],
    ],
  })
export type PositionComparison = z.infer<typeof PositionComparison>
