import { z } from 'zod'
import { Decimal, EntityId, Money, nullable, Timestamp, UnitOfMeasure, Uuid } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { DatasetId, Ownership, SourcingModel } from '../records/connected-events.ts'
import { FreshnessStatus } from './datasets.ts'

/** The material or factory of a position: its ID, if known, and its code. */
export const PositionEnd = z
  .object({
    id: described(
      nullable(EntityId),
      'Entity ID of the material, or ID of the factory’s connected record. Null for an unassigned code.',
    ),
    code: z.string().meta({ description: 'Code of the material or factory.' }),
    label: z.string().nullable().meta({ description: 'Code and name for people. Null if not known.' }),
  })
  .meta({ id: 'PositionEnd', description: 'The material or the factory of a position.' })
export type PositionEnd = z.infer<typeof PositionEnd>

export { Ownership }

const amount = (description: string) => nullable(Decimal).meta({ description })
const notStated = 'Null if not stated, which is not the same as 0.'

export const MaterialFactoryPosition = z
  .object({
    positionId: described(Uuid, 'ID of the position: a UUID. Lists are sorted by it.'),
    material: described(PositionEnd, 'Material of the position.'),
    factory: described(PositionEnd, 'Factory of the position.'),
    system: z.string().meta({ description: 'System that states the position, such as `wms`.' }),
    instance: z.string().meta({ description: 'Instance of the system, such as `main`.' }),
    asOf: described(Timestamp, 'Time that the position describes.'),
    uom: described(UnitOfMeasure, 'Unit of all quantities of the position: that of the source.'),
    onHand: amount(`Stock on hand at the factory, of any quality. ${notStated}`),
    qualityHold: amount(`Part of \`onHand\` that is blocked. ${notStated}`),
    allocated: amount(`Part of \`onHand\` that is reserved for cutting orders. ${notStated}`),
    available: amount('Available stock: onHand − qualityHold − allocated. Null if one of them is unknown.'),
    inTransit: amount(`Shipped by the supplier and not yet received. ${notStated}`),
    onOrder: amount(`Ordered and not yet shipped. Excludes \`inTransit\`. ${notStated}`),
    onOrderNonCancellable: amount(`Part of \`onOrder\` that cannot be canceled. ${notStated}`),
    required: amount(`Quantity that open production requires. ${notStated}`),
    projected: amount(
      'Projected stock: onHand − qualityHold + inTransit + onOrder − required. Null if one of them is unknown.',
    ),
    boughtQuantity: amount(`Quantity bought so far. ${notStated}`),
    liabilityQuantity: amount(
      'Liability: max(0, brand-owned onHand + inTransit + onOrderNonCancellable − required). Null if one of them or ' +
        '`ownership` is unknown.',
    ),
    liabilityValue: nullable(Money).meta({
      description: '`liabilityQuantity` × `unitCost`. Null if one of them is unknown.',
    }),
    lastDemandAt: described(nullable(Timestamp), 'Time of the last demand. Null if not stated.'),
    ownership: described(nullable(Ownership), 'Who owns the stock. Null if not stated.'),
    sourcingModel: described(nullable(SourcingModel), 'How production is sourced. Null if not stated.'),
    unitCost: described(nullable(Money), 'Cost of one unit in `uom`. Null if not stated.'),
    lotCount: z.int().min(0).nullable().meta({ description: 'Number of lots. Null if not stated.' }),
    supplier: z
      .string()
      .nullable()
      .meta({ description: 'Code or record ID of the supplier in the system. Null if not stated.' }),
    mpn: z.string().nullable().meta({ description: 'Supplier article number (MPN). Null if not stated.' }),
    source: z
      .object({
        recordId: z.string().meta({ description: 'ID of the position in its source.' }),
        recordVersion: z.string().meta({ description: 'Version that was applied last (`sourceversion`).' }),
        ingestedAt: described(Timestamp, 'Time at which the change reached the service.'),
        datasetId: described(nullable(DatasetId), 'Dataset that the position comes from. Null if not stated.'),
      })
      .meta({ description: 'Record that the position comes from.' }),
    freshness: z
      .object({
        status: FreshnessStatus,
        lagSeconds: z
          .int()
          .min(0)
          .nullable()
          .meta({ description: 'Age of the dataset in whole seconds, rounded up. Null if unknown.' }),
      })
      .meta({ description: 'Freshness of the dataset that the position comes from. `unknown` without a dataset.' }),
  })
  .meta({
    id: 'MaterialFactoryPosition',
    description: 'Stock, orders, and requirements of one material at one factory, as one system states them.',
  })
  .register(compactRow, {
    key: ['material.code', 'factory.code', 'system'],
    fields: ['material.code', 'factory.code', 'system', 'uom', 'onHand', 'projected', 'freshness.status'],
  })
export type MaterialFactoryPosition = z.infer<typeof MaterialFactoryPosition>

export const Measure = enumOf(
  {
    onHand: 'stock on hand, of any quality',
    qualityHold: 'part of the stock on hand that is blocked',
    allocated: 'part of the stock on hand that is reserved',
    available: 'stock on hand that is neither blocked nor reserved',
    inTransit: 'shipped and not yet received',
    onOrder: 'ordered and not yet shipped',
    required: 'required by open production',
    projected: 'projected stock after receipts and requirements',
  },
  { id: 'Measure', description: 'A quantity of a position.' },
)
export const measures = Measure.options
export type Measure = z.infer<typeof Measure>

export const PositionDifference = z
  .object({
    measure: Measure,
    baselineSystem: z.string().meta({ description: 'System that the other one is compared with.' }),
    baseline: described(
      nullable(Decimal),
      'Quantity of the baseline system. Null if not known, or without an exact decimal.',
    ),
    otherSystem: z.string().meta({ description: 'System that is compared with the baseline.' }),
    other: described(
      nullable(Decimal),
      'Quantity of the other system. Null if not known, or without an exact decimal.',
    ),
    delta: described(
      nullable(Decimal),
      'Other minus baseline, in `uom`. Null if they cannot be compared, or without an exact decimal.',
    ),
    deltaPercent: described(
      nullable(Decimal),
      'Difference in percent of the baseline, rounded half away from zero to 4 places. Null if the baseline is 0, or ' +
        'if they cannot be compared.',
    ),
    uom: described(
      nullable(UnitOfMeasure),
      'Unit of `baseline`, `other`, and `delta`: the base unit of the dimension, or a source unit if they have exact ' +
        'decimals only there. Null if the dimensions differ (each quantity is then in the unit of its position), or ' +
        'if no quantity is known.',
    ),
    withinTolerance: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the difference is within the tolerance. Null if they cannot be compared.' }),
  })
  .meta({ id: 'PositionDifference', description: 'Difference of one measure between two systems.' })
export type PositionDifference = z.infer<typeof PositionDifference>

export const PositionComparison = z
  .object({
    material: described(PositionEnd, 'Material of the pair.'),
    factory: described(PositionEnd, 'Factory of the pair.'),
    positions: z
      .array(MaterialFactoryPosition)
      .meta({ description: 'Newest position of each system, in the order of the request.' }),
    differences: z
      .array(PositionDifference)
      .meta({ description: 'For each measure, the difference of each system from the baseline system.' }),
    verdict: enumOf(
      {
        match: 'nothing differs',
        within_tolerance: 'some measure differs, and all differences are within the tolerance',
        mismatch: 'some measure differs by more than the tolerance',
        missing: 'a system has no position, or does not state a measure',
        not_comparable: 'units have different dimensions',
      },
      {
        id: 'Verdict',
        description: 'Result for the pair. `mismatch` comes first, then `not_comparable`, then `missing`.',
      },
    ),
    warnings: z
      .array(
        enumOf(
          {
            stale_source: 'a position comes from a stale dataset',
            uom_converted: 'quantities were converted to the base unit of their dimension',
          },
          { description: 'A warning about the comparison.' },
        ),
      )
      .meta({ description: 'Warnings about the comparison. Empty if there are none.' }),
  })
  .meta({ id: 'PositionComparison', description: 'Comparison of one material at one factory between systems.' })
  .register(compactRow, {
    key: ['material.code', 'factory.code'],
    fields: [
      ...['material.code', 'factory.code', 'differences.measure', 'differences.otherSystem', 'differences.delta'],
      ...['differences.uom', 'verdict', 'warnings'],
    ],
  })
export type PositionComparison = z.infer<typeof PositionComparison>
