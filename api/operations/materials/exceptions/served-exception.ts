import type { ExceptionRow } from '../../../../cypher/materials/read-materials.ts'
import { lowered } from '../../../../domain/exceptions/lowered-severity.ts'
import type { Freshness } from '../../../../schemas/materials/datasets.ts'
import type { ExceptionCode, ExceptionSeverity } from '../../../../schemas/materials/exceptions.ts'
import { storedException } from '../../../../schemas/stored/connected-data.ts'

/** An exception as it is answered; its document is made when it is on the page. */
export interface ServedException {
  exceptionId: string
  code: ExceptionCode
  severity: ExceptionSeverity
  document(): string
}

/**
 * An exception as of now: a stale input lowers the severity of one about quantities by one step, the least stays, and
 * never hides it.
 */
export function servedException(
  { exceptionId, code, severity, quantity, datasetIds, doc }: ExceptionRow,
  freshness: ReadonlyMap<string, Freshness>,
): ServedException {
  const staleInput = datasetIds.some((id) => freshness.get(id)?.status === 'stale')
  if (!staleInput) return { exceptionId, code, severity, document: () => doc }
  const served = (stored: ExceptionSeverity) => (quantity ? lowered(stored) : stored)
  // What is answered is of the document alone: the severity beside it may be that of a moment ago.
  const document = () => {
    const exception = storedException.read(doc)
    return storedException.write({ ...exception, severity: served(exception.severity), staleInput })
  }
  return { exceptionId, code, severity: served(severity), document }
}
