import { z } from 'zod'
import { IngestFault } from '../ingest/rejections.ts'
import { storedDocument } from './stored-document.ts'

/** The invalid fields of a rejected event. */
export const storedFaults = storedDocument('faults of a rejected event', z.array(IngestFault))
