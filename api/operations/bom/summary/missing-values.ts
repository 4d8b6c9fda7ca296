import type { Reader } from '../../../core/context.ts'
import { noticeOfValue } from '../../graph/search/search-remarks.ts'
import { missingValues, type NoSuchValue } from '../reads/missing-values.ts'
import { materialsCertified, materialsInState, type SummaryFilters } from './find-start.ts'
import { everyLine } from './read-lines.ts'

/**
 * Notices for filter values that a snapshot does not contain. `given` has the values as the caller wrote them,
 * `filters` has them resolved.
 */
export async function missingFromSummary(
  context: Reader,
  { seq }: { seq: number },
  given: SummaryFilters,
  filters: SummaryFilters,
): Promise<NoSuchValue[]> {
  const { materialLifecycleState: state, certification, ...ofRows } = filters
  const [missing, ofState, ofCertification] = await Promise.all([
    missingValues(context, { seq }, given, ofRows),
    state === undefined ? null : missingState(context, seq, state),
    certification === undefined ? null : missingCertification(context, seq, certification),
  ])
  return [...missing, ofState ?? [], ofCertification ?? []].flat()
}

async function missingState(context: Reader, seq: number, state: string): Promise<NoSuchValue | null> {
  const isThere = await isUsed(context, seq, await materialsInState(context, state))
  return isThere ? null : noMaterialWith('materialLifecycleState', state)
}

/** A certification that no material has may be mistyped; one that only others have is not in the BOM. */
async function missingCertification(context: Reader, seq: number, name: string): Promise<NoSuchValue | null> {
  if (await isUsed(context, seq, await materialsCertified(context, name))) return null
  return (await noticeOfValue(context, 'certification', name)) ?? noMaterialWith('certification', name)
}

async function isUsed(context: Reader, seq: number, materialIds: string[]): Promise<boolean> {
  const needs = { withNumber: false, withSeason: false, withSkus: false }
  for await (const styles of everyLine(context, seq, { by: 'material', materialIds, styleIds: null }, needs))
    if (styles.length > 0) return true
  return false
}

function noMaterialWith(name: string, value: string): NoSuchValue {
  const detail = `The snapshot does not contain a material with this ${name}. Omit the filter, or use another value.`
  return { code: 'no_such_value', name, value, suggestions: [], detail }
}
