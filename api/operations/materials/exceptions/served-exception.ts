import { lowered } from '../../../../domain/exceptions/lowered-severity.ts'
import type { Freshness } from '../../../../schemas/materials/datasets.ts'
import type { ExceptionCode, ExceptionSeverity, PositionException } from '../../../../schemas/materials/exceptions.ts'
import { storedException } from '../../../../schemas/stored/connected-data.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import type { StoredRow } from './read-stored.ts'

/** An exception as it is answered; its document is made when it is on the page. */
export interface ServedException {
  exceptionId: string
  code: ExceptionCode
  severity: ExceptionSeverity
  /** Its position in the order of the list: its id, or when it began. */
  position: string
  document(): TextOf<PositionException>
}

/**
 * An exception as of now: a stale input lowers the severity of one about quantities by one step, the least stays, and
 * never hides it.
 */
export function servedException(row: StoredRow, freshness: ReadonlyMap<string, Freshness>): ServedException {
  const { exceptionId, code, severity, quantity, datasetIds, doc, seenKey: position = exceptionId } = row
  const staleInput = datasetIds.some((id) => freshness.get(id)?.status === 'stale')
  if (!staleInput) return { exceptionId, code, severity, position, document: () => doc }
  const served = (stored: ExceptionSeverity) => (quantity ? lowered(stored) : stored)
  // What is answered is of the document alone: the severity beside it may be that of a moment ago.
  const document = () => {
    const exception = storedException.read(doc)
    return storedException.write({ ...exception, severity: served(exception.severity), staleInput })
  }
  return { exceptionId, code, severity: served(severity), position, document }
}
