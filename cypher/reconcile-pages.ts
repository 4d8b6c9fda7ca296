import { z } from 'zod'
import { readQuery } from './query.ts'

/** Pages of what is to be looked at again. Of each key the next `limit` rows after the last that was read. */
const text = z.string()
const limit = { limit: z.int() }
const Keys = z.object({ ...limit, rows: z.array(z.object({ key: text, after: text })) })
const After = z.object({ ...limit, after: text })
const Last = z.object({ last: text })
const Keyed = Last.extend({ key: text })

const position = { materialRef: text, factoryRef: text }
const ofKey = { params: Keys, row: Keyed.extend(position) }
export const pagePositionsOfMaterialKey = readQuery('reconcile/page-positions-of-material-key', ofKey)
export const pagePositionsOfFactoryKey = readQuery('reconcile/page-positions-of-factory-key', ofKey)
export const pagePositionsOfMaterialRef = readQuery('reconcile/page-positions-of-material-ref', ofKey)
export const pagePositionsOfFactoryRef = readQuery('reconcile/page-positions-of-factory-ref', ofKey)
export const pagePositions = readQuery('reconcile/page-positions', { params: After, row: Last.extend(position) })

const exception = { materialKey: text, factoryKey: text, materialRef: text, factoryRef: text }
const exceptionsOf = { params: Keys, row: Keyed.extend(exception) }
export const pageExceptionsOfMaterial = readQuery('reconcile/page-exceptions-of-material', exceptionsOf)
export const pageExceptionsOfFactory = readQuery('reconcile/page-exceptions-of-factory', exceptionsOf)
export const pageExceptions = readQuery('reconcile/page-exceptions', { params: After, row: Last.extend(exception) })

export const pageRecords = readQuery('reconcile/page-records', { params: After, row: Last })
export const pageRecordsOfCode = readQuery('reconcile/page-records-of-code', {
  params: z.object({
    ...limit,
    rows: z.array(z.object({ key: text, after: text, system: text, kind: text, value: text })),
  }),
  row: Keyed,
})

const requirement = { forRef: text.nullable(), factoryRef: text.nullable() }
const requirementsOf = { params: Keys, row: Keyed.extend(requirement) }
export const pageRequirementsOfStyleRef = readQuery('reconcile/page-requirements-of-style-ref', requirementsOf)
export const pageRequirementsOfSkuRef = readQuery('reconcile/page-requirements-of-sku-ref', requirementsOf)
export const pageRequirementsOfFactoryRef = readQuery('reconcile/page-requirements-of-factory-ref', requirementsOf)
export const pageRequirements = readQuery('reconcile/page-requirements', {
  params: After,
  row: Last.extend(requirement),
})

/** `after` begins as the type and a slash. */
export const pageLinksTo = readQuery('reconcile/page-links-to', {
  params: Keys.extend({ type: text, seq: z.int() }),
  row: Keyed.extend({ fromId: text }),
})

const factoryRef = { params: z.object({ after: text }), row: z.object({ factoryRef: text }) }
export const nextFactoryOfPositions = readQuery('reconcile/next-factory-of-positions', factoryRef)
export const nextFactoryOfRequirements = readQuery('reconcile/next-factory-of-requirements', factoryRef)
