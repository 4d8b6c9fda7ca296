import type { StoredCode } from './finding.ts'

/** What to do about each exception that is stored, in one sentence. */
export const recommendedActions: Readonly<Record<StoredCode, string>> = {
  MISSING_IN_ERP: 'Create the item at this factory in the ERP, or end the production of its styles there.',
  MISSING_IN_PLM: 'Create the material in PLM, or add the ERP item code to the PLM material that it stands for.',
  ORPHAN_MATERIAL:
    'Add the material code to the material that it stands for, or correct the code in the source system.',
  ORPHAN_FACTORY: 'Add the factory code to the record of the factory, or correct the code in the source system.',
  UOM_INCOMPATIBLE: 'Correct the unit of the position: it cannot be converted into the base unit of the material.',
  UOM_MISMATCH: 'Set the unit of the position to the base unit of the material, or confirm the conversion.',
  QUANTITY_MISMATCH: 'Count the stock at the factory and correct the system that is wrong.',
  REQUIREMENT_MISMATCH: 'Run material planning again in the ERP with the newest BOM and the open production orders.',
  SUPPLIER_MISMATCH: 'Move the purchase to the nominated supplier, or nominate the one that is bought from.',
  MPN_MISMATCH: 'Correct the article number of the purchase, or update the nominated article in PLM.',
  STATUS_CONFLICT: 'Stop the open purchase orders, or approve the material.',
  FACTORY_NOT_ALLOCATED: 'Move the stock to a factory that uses it, or allocate a style that uses it to this factory.',
  NEGATIVE_ON_HAND: 'Post the missing receipts or correct the consumption: stock cannot be below zero.',
  OVER_ALLOCATED: 'Release allocations or bring stock in: more is allocated than is on hand.',
  SHORTAGE: 'Order or move more of the material: stock and open orders do not cover what is required.',
  EXCESS_LIABILITY: 'Cancel, move or sell what is left: there was no demand for it in 90 days.',
  DUPLICATE_SOURCE_RECORD: 'Keep one of the records in the source system and delete the others.',
  AMBIGUOUS_MATCH: 'Remove the code from all owners but one.',
  FUTURE_TIMESTAMP: 'Correct the clock or the time zone of the source system.',
}
