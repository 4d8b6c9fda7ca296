import { Change } from '../graph/changes.ts'
import { storedDocument } from './stored-document.ts'

/** A change, stored as it is served. */
export const storedChange = storedDocument('change', Change)
