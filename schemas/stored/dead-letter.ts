import { z } from 'zod'
import { IngestFault } from '../ingest/faults.ts'
import { storedDocument, type TextOf } from './stored-document.ts'

/** The faults of a rejected event, or those of a failed publication. */
export const storedFaults = storedDocument('faults of events', z.array(IngestFault))

const noNames = { styleNumber: null, line: null, sku: null, eventId: null, source: null }

/** Reads stored faults. Those that were stored before version 1.2 have no names. @throws UnreadableDocument */
export function readFaults(text: TextOf<IngestFault[]>): IngestFault[] {
  return storedFaults.read(text).map((fault) => ({ ...noNames, ...fault }))
}
