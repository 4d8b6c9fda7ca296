import { lowered } from '../../../../domain/exceptions/lowered-severity.ts'
import type { Freshness } from '../../../../schemas/materials/datasets.ts'
import type { ExceptionCode, ExceptionSeverity, PositionException } from '../../../../schemas/materials/exceptions.ts'
import { storedException } from '../../../../schemas/stored/connected-data.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import type { StoredRow } from './read-stored.ts'

/** An exception as it is served. Its document is only made if the exception is on the page. */
export interface ServedException {
  exceptionId: string
  code: ExceptionCode
  severity: ExceptionSeverity
  /** The position in the order of the list: the ID, or the time when it began. */
  position: string
  document(): TextOf<PositionException>
}

/**
 * An exception as of now. A stale input lowers the severity of an exception about quantities by one step. The lowest
 * severity stays as it is, and no exception is hidden.
 */
export function servedException(row: StoredRow, freshness: ReadonlyMap<string, Freshness>): ServedException {
  const { exceptionId, code, severity, quantity, datasetIds, doc, seenKey: position = exceptionId } = row
  const staleInput = datasetIds.some((id) => freshness.get(id)?.status === 'stale')
  if (!staleInput) return { exceptionId, code, severity, position, document: () => doc }
  const served = (stored: ExceptionSeverity) => (quantity ? lowered(stored) : stored)
  // The document is made from the stored document alone. The severity column next to it may be slightly older.
  const document = () => {
    const exception = storedException.read(doc)
    return storedException.write({ ...exception, severity: served(exception.severity), staleInput })
  }
  return { exceptionId, code, severity: served(severity), position, document }
}
