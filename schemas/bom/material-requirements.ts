import { z } from 'zod'
import { Currency, Decimal, EntityId, Money, nullable, text, UnitOfMeasure } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { ConnectedRef } from '../materials/connected-operations.ts'
import { Scope } from '../scopes.ts'
import { ComparedSnapshot, ListBomYieldsInput } from './yields.ts'

const MOST_ITEMS = 500
const MOST_SIZES = 100
const MOST_PIECES = 1_000_000_000

export const PriceBasis = enumOf(
  {
    nominated: 'the price of the nominated supplier; of several nominated suppliers, the lowest price',
    lowest: 'the lowest price of all suppliers, compared per base unit',
    none: 'no prices',
  },
  { id: 'PriceBasis', description: 'Which supplier’s price of a material counts.' },
)
export type PriceBasis = z.infer<typeof PriceBasis>

const pieces = (min: number) => z.int().min(min).max(MOST_PIECES)

const SkuItem = z
  .strictObject({
    sku: described(text(255, 1), 'Code or entity ID of the SKU. Matches exactly.'),
    pieces: pieces(1).meta({ description: 'Number of garments.' }),
  })
  .meta({ description: 'Garments of one SKU.' })

const styleAndColorway = {
  style: described(text(255, 1), 'Number or entity ID of the style. Matches exactly.'),
  colorway: described(
    text(255, 1).optional(),
    'Code of the colorway. Required if the style has a size in several colorways.',
  ),
}

const SizeItem = z
  .strictObject({
    ...styleAndColorway,
    size: described(text(255, 1), 'Size code.'),
    pieces: pieces(0).meta({ description: 'Number of garments.' }),
  })
  .meta({ description: 'Garments of one size of a style.' })

const StyleItem = z
  .strictObject({
    ...styleAndColorway,
    sizes: z
      .record(text(255, 1), pieces(0))
      .refine((sizes) => Object.keys(sizes).length > 0, 'must name at least one size')
      .refine((sizes) => Object.keys(sizes).length <= MOST_SIZES, `must name at most ${MOST_SIZES} sizes`)
      .meta({
        minProperties: 1,
        maxProperties: MOST_SIZES,
        description: 'Number of garments by size code, 1 to 100 sizes.',
        example: { M: 300, L: 200 },
      }),
  })
  .meta({ description: 'Garments of one style, by size.' })

export const RequirementItem = z.union([SkuItem, SizeItem, StyleItem])
export type RequirementItem = z.infer<typeof RequirementItem>

const { snapshotId, asOf } = ListBomYieldsInput.shape

export const CalculateMaterialRequirementsInput = z
  .strictObject({
    items: z.array(RequirementItem).min(1).max(MOST_ITEMS).meta({
      description:
        'Garments to make, 1 to 500 items: `{sku, pieces}`, `{style, colorway, size, pieces}`, or `{style, colorway, sizes}`.',
    }),
    snapshotId,
    asOf,
    priceBasis: described(PriceBasis.default('nominated'), 'Which supplier’s price counts, at today’s prices.'),
    stock: z
      .union([
        enumOf({ all: 'stock of all factories together', none: 'no stock' }, { description: 'All stock, or none.' }),
        z.strictObject({ factory: described(ConnectedRef, 'Factory whose stock counts.') }),
      ])
      .default('all')
      .meta({
        description:
          'Which stock to subtract: `all` factories together, that of one `{"factory": "FA-004"}`, or `none`.',
      }),
  })
  .meta({ not: { required: ['snapshotId', 'asOf'] } })

const noDecimal = 'Null if it has no exact decimal'

const CostOfMaterial = z
  .object({
    amount: described(nullable(Decimal), `Exact cost of all pieces. ${noDecimal}.`),
    currency: Currency,
    mean: described(
      nullable(Decimal),
      'Mean cost of one piece, rounded half away from zero to 8 places. Null if it has more than 10 digits.',
    ),
  })
  .meta({ id: 'RequirementCost', description: 'What pieces cost, in one currency.' })
export type CostOfMaterial = z.infer<typeof CostOfMaterial>

const RequirementSupplier = z
  .object({
    id: EntityId,
    code: z.string().meta({ description: 'Code of the supplier.' }),
    label: z.string().meta({ description: 'Name and code of the supplier.' }),
  })
  .meta({ id: 'RequirementSupplier', description: 'A supplier of the material.' })

const onlyWithStock = 'Null if no position states it, or if stock is left out.'

export const MaterialRequirement = z
  .object({
    materialId: described(EntityId, 'Entity ID of the material.'),
    material: described(z.string(), 'Material number.'),
    label: described(z.string(), 'Number and name of the material, as far as the BOM lines have a name.'),
    uom: described(
      UnitOfMeasure,
      'Unit of all quantities: the base unit of the material. Another unit of the same dimension where only that has ' +
        'exact decimals, and the base unit of the dimension where BOM lines have no base unit in common.',
    ),
    gross: described(
      nullable(Decimal),
      `Quantity that all items need, including waste. ${noDecimal}, as for some yields by the dozen: use \`mean\` then.`,
    ),
    mean: described(
      nullable(Decimal),
      'Mean of `gross` for one piece of all pieces that were found, rounded half away from zero to 8 places. Null if it has ' +
        'more than 10 digits.',
    ),
    byItem: z
      .array(
        z
          .object({
            item: z.int().min(0).meta({ description: 'Position of the item in `items`, from 0.' }),
            code: described(z.string(), 'SKU or style of the item, as you sent it.'),
            gross: described(nullable(Decimal), `Quantity that this item needs. ${noDecimal}.`),
          })
          .meta({ id: 'RequirementOfItem', description: 'What one item needs of the material.' }),
      )
      .meta({ description: 'What each item needs, in the order of the request.' }),
    supplier: described(
      nullable(RequirementSupplier),
      'Supplier whose price counts; without a price, the nominated one. Null if there is none, or if prices are left out.',
    ),
    unitPrice: described(
      nullable(Money),
      'Price of one `priceUom`, as the link with the supplier states it. Null if none.',
    ),
    priceUom: described(
      nullable(UnitOfMeasure),
      'Unit of the price. Null without a price, or if its unit is not known.',
    ),
    cost: described(
      nullable(CostOfMaterial),
      '`gross` × `unitPrice`. Null if the material is in `unpriced` or `unconverted`, or if prices are left out.',
    ),
    leadTimeDays: described(z.int().min(0).nullable(), 'Lead time of `supplier` in days. Null if not stated.'),
    onHand: described(nullable(Decimal), `Stock on hand, of any quality. ${onlyWithStock}`),
    available: described(nullable(Decimal), `Stock that is neither blocked nor reserved. ${onlyWithStock}`),
    onOrder: described(nullable(Decimal), `Quantity on order that is not yet shipped. ${onlyWithStock}`),
    net: described(
      nullable(Decimal),
      'What is missing: max(0, gross − available − onOrder), where null counts as 0. Null without an exact decimal, or if ' +
        'stock is left out.',
    ),
  })
  .meta({
    id: 'MaterialRequirement',
    description: 'What the items need of one material, what it costs, and what is in stock.',
  })
export type MaterialRequirement = z.infer<typeof MaterialRequirement>

const Unpriced = z.object({
  materialId: described(EntityId, 'Entity ID of the material.'),
  material: z.string().meta({ description: 'Material number.' }),
  uom: described(UnitOfMeasure, 'Unit of `gross`.'),
})

const NotFoundReason = enumOf(
  {
    no_such_sku: 'no style of the snapshot lists the SKU',
    several_skus: 'several SKUs match: give the colorway, or the SKU code or ID',
    no_such_style: 'the snapshot does not contain the style',
    several_styles: 'several styles have the number: give the entity ID',
    no_such_colorway: 'the style has no SKU in the colorway',
    no_such_size: 'the style has no SKU in the size, in this colorway',
  },
  { id: 'NotFoundReason', description: 'Why an item, or a size of it, is not part of the result.' },
)
export type NotFoundReason = z.infer<typeof NotFoundReason>

export const NotFoundItem = z
  .object({
    item: z.int().min(0).meta({ description: 'Position of the item in `items`, from 0.' }),
    code: described(z.string(), 'SKU or style of the item, as you sent it.'),
    size: z.string().nullable().meta({ description: 'Size that is left out. Null if the whole item is.' }),
    reason: NotFoundReason,
  })
  .meta({ id: 'NotFoundItem', description: 'An item, or a size of it, that is left out.' })
export type NotFoundItem = z.infer<typeof NotFoundItem>

export const MaterialRequirements = z
  .object({
    snapshot: described(ComparedSnapshot, 'BOM snapshot that the yields come from.'),
    pieces: z.int().min(0).meta({ description: 'Number of pieces of all items that were found.' }),
    materials: z
      .array(MaterialRequirement)
      .meta({ description: 'Materials that the items need, by number (byte value), ID, and unit.' }),
    totals: z
      .array(CostOfMaterial)
      .meta({ description: 'Sum of `cost` by currency, by its code. Empty if prices are left out.' }),
    unpriced: z
      .array(Unpriced.meta({ id: 'UnpricedMaterial', description: 'A material without a price.' }))
      .meta({ description: 'Materials without a price on the basis. They are not part of `totals`.' }),
    unconverted: z
      .array(
        Unpriced.extend({
          priceUom: described(nullable(UnitOfMeasure), 'Unit of the price. Null if it is not known.'),
        }).meta({
          id: 'UnconvertedMaterial',
          description: 'A material whose price is in a unit that does not convert.',
        }),
      )
      .meta({
        description:
          'Materials whose price is in a unit that does not convert to `uom`. They are not part of `totals`.',
      }),
    notFound: z
      .array(NotFoundItem)
      .meta({ description: 'Items that the snapshot does not contain, or of which several match. They are left out.' }),
  })
  .meta({ id: 'MaterialRequirements', description: 'What an order needs of each material.' })
  .register(compactRow, {
    key: ['snapshot'],
    fields: [
      ...['snapshot', 'pieces', 'totals', 'unpriced.material', 'unconverted.material', 'notFound'],
      ...['material', 'uom', 'gross', 'supplier.code', 'cost', 'available', 'onOrder', 'net', 'leadTimeDays'].map(
        (name) => `materials.${name}`,
      ),
    ],
  })
export type MaterialRequirements = z.infer<typeof MaterialRequirements>

export const RequirementNotice = z
  .object({
    code: enumOf(
      {
        left_out: 'prices or stock are left out, because the token lacks a scope',
        no_exact_amount: 'some quantities or costs are null, because they have no exact decimal',
        several_currencies: 'suppliers state prices in several currencies, which are not compared',
        unconverted_stock: 'positions are left out, because their unit does not convert',
        stale_stock: 'the stock contains positions of datasets that are not fresh',
      },
      { description: 'Kind of notice.' },
    ),
    scope: described(nullable(Scope), 'Scope that the token lacks, of `left_out`. Null for other notices.'),
    detail: z.string().meta({ description: 'The notice in one or two sentences.' }),
  })
  .meta({
    id: 'RequirementNotice',
    description: 'Something that you should know about requirements in addition to them.',
  })
export type RequirementNotice = z.infer<typeof RequirementNotice>

export const MaterialRequirementsResponse = z
  .object({
    data: MaterialRequirements,
    meta: z
      .object({
        notices: z.array(RequirementNotice).meta({ description: 'Notices about the result. Empty if there are none.' }),
      })
      .meta({ description: 'Information about the result.' }),
  })
  .meta({ id: 'MaterialRequirementsResponse', description: 'The response with the requirements of one order.' })
