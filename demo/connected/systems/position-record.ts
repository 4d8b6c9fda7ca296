import type { Brand } from '../../brand.ts'
import { PLM, type RecordData } from '../../event.ts'
import { materialId } from '../../graph/materials/material.ts'
import { supplierCurrency } from '../../graph/suppliers/supplier.ts'
import { decimal } from '../../graph/values/decimal.ts'
import { textsOf } from '../amounts.ts'
import { facilityId } from './factory.ts'
import type { Position, PositionSystem } from './position.ts'
import type { SystemRecord } from './system-record.ts'

type PositionData = RecordData<'position'>

/** The endpoints of a position: codes, by which its system knows them, and the material as the event refers to it. */
export type Endpoints = {
  readonly item: string
  readonly material: PositionData['material']
  readonly facility: string
}

/** What the ERP calls a material of the PLM. */
export const itemNumber = (material: number): string => `${4_100_000 + material}`

export const datasetOf: Readonly<Record<PositionSystem, string>> = {
  erp: 'erp.material_stock',
  wms: 'wms.material_stock',
  factory_portal: 'factory_portal.stock_reports',
}

/** Systems name a material by the ERP's number; the portal by the PLM's, or by the record itself. */
export function endpointsOf(system: PositionSystem, material: number, factory: number): Endpoints {
  const facility = facilityId(factory)
  const item = itemNumber(material)
  if (system !== 'factory_portal') return { item, material: itemCode(item), facility }
  const number = `MT-${`${material + 1}`.padStart(5, '0')}`
  const isByCode = material % 2 === 0
  const reference = isByCode
    ? { system: PLM.system, kind: 'material_number', value: number }
    : { ...PLM, recordId: materialId(material) }
  return { item: number, material: reference, facility }
}

/** A material by the ERP's number. */
export const itemCode = (value: string) => ({ system: 'erp', kind: 'material_number', value })

/** The stable id of a position in its system. */
export const positionSubject = ({ item, facility }: Endpoints): string => `${item}@${facility}`

/** The record of a position. */
export function positionRecord(brand: Brand, endpoints: Endpoints, position: Position): SystemRecord<'position'> {
  const { system, uom, asOf, changedAt, ownership, sourcingModel, unitCost, lotCount, supplier, mpn } = position
  return {
    kind: 'position',
    system,
    subject: positionSubject(endpoints),
    changedAt,
    data: {
      material: endpoints.material,
      factory: { kind: 'facility_id', value: endpoints.facility },
      datasetId: datasetOf[system],
      asOf: new Date(asOf).toISOString(),
      uom,
      ...textsOf(position.amounts),
      lastDemandAt: position.lastDemandAt === null ? null : new Date(position.lastDemandAt).toISOString(),
      ownership,
      sourcingModel,
      unitCost:
        unitCost === null ? null : { amount: decimal(unitCost), currency: supplierCurrency(brand, supplier ?? 0) },
      lotCount,
      supplier: supplier === null ? null : { system: 'erp', kind: 'supplier_code', value: `${100_000 + supplier}` },
      mpn,
    },
  }
}
