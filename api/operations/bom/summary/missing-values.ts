import type { Reader } from '../../../core/context.ts'
import { missingValues, type NoSuchValue } from '../reads/missing-values.ts'
import { materialsInState, type SummaryFilters } from './find-start.ts'
import { everyLine } from './read-lines.ts'

/** Notices of the values that a snapshot does not contain. `given` is what the caller wrote, `filters` what it means. */
export async function missingFromSummary(
  context: Reader,
  snapshot: { seq: number },
  given: SummaryFilters,
  filters: SummaryFilters,
): Promise<NoSuchValue[]> {
  const { materialLifecycleState: state, ...ofRows } = filters
  const [missing, isThere] = await Promise.all([
    missingValues(context, snapshot, given, ofRows),
    state === undefined || hasMaterialInState(context, snapshot.seq, state),
  ])
  return state === undefined || isThere ? missing : [...missing, noMaterialIn(state)]
}

async function hasMaterialInState(context: Reader, seq: number, state: string): Promise<boolean> {
  const materialIds = await materialsInState(context, state)
  const needs = { withNumber: false, withSeason: false, withSkus: false }
  for await (const styles of everyLine(context, seq, { by: 'material', materialIds, styleIds: null }, needs))
    if (styles.length > 0) return true
  return false
}

function noMaterialIn(value: string): NoSuchValue {
  const detail =
    'The snapshot does not contain a material in this materialLifecycleState. Omit the filter, or use another state.'
  return { code: 'no_such_value', name: 'materialLifecycleState', value, suggestions: [], detail }
}
