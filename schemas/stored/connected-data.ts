import { z } from 'zod'
import { ConnectedRecord } from '../materials/connected-records.ts'
import { Dataset, InspectedLoad } from '../materials/datasets.ts'
import { PositionException } from '../materials/exceptions.ts'
import { StoredStep } from '../materials/explanation.ts'
import { MaterialFactoryPosition } from '../materials/positions.ts'
import { storedDocument } from './stored-document.ts'

/** A dataset without its number of rows, which changes when records change. */
const StoredDataset = Dataset.omit({ rowCount: true })
export type StoredDataset = z.infer<typeof StoredDataset>

export const storedDataset = storedDocument('dataset', StoredDataset)

export const storedLoad = storedDocument('load of a dataset', InspectedLoad)

/** A position without its freshness, which depends on the clock. */
const StoredPosition = MaterialFactoryPosition.omit({ freshness: true })
export type StoredPosition = z.infer<typeof StoredPosition>

export const storedPosition = storedDocument('position', StoredPosition)

const StoredRequirement = z.object({
  requirementId: z.string(),
  style: z.string().nullable(),
  sku: z.string().nullable(),
  factory: z.string(),
  units: z.int(),
  dueAt: z.string().nullable(),
  system: z.string(),
  instance: z.string(),
  source: z.object({ recordId: z.string(), recordVersion: z.string(), ingestedAt: z.string() }),
})

export const storedRequirement = storedDocument('requirement', StoredRequirement)

export const storedConnectedRecord = storedDocument('connected record', ConnectedRecord)

/** An exception with its severity before a stale input lowers it. */
export const storedException = storedDocument('exception', PositionException)

/** The steps that led to an exception. They are in a column of their own, which lists do not read. */
export const storedExplanation = storedDocument('explanation', z.array(StoredStep))
