import type { ConnectedKind } from '../../../../schemas/materials/connected-records.ts'
import { ApiError } from '../../../core/errors.ts'

/** The same response for a record that never existed and for one of another organization. */
export function recordNotFound(kind: ConnectedKind | 'source record', at = ''): ApiError {
  return new ApiError('record_not_found', { detail: `${at}The organization has no ${kind} with this reference.` })
}
