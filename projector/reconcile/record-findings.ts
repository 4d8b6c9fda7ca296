import type { Group } from './connected-record.ts'
import { type Finding, found } from './pair.ts'
import type { ToldRecord } from './told-record.ts'

/** What is wrong with how source records were matched: several of one system for one owner, or several owners. */
export function recordFindings({ records, owners }: Group): Finding[] {
  const live = records.filter(({ isLive }) => isLive)
  const placeOf = ({ summary }: ToldRecord) => JSON.stringify([summary.system, summary.instance, summary.recordType])
  const doubled = [...Map.groupBy(live, placeOf).values()].filter(({ length }) => length > 1).flat()
  return [
    ...(doubled.length > 0
      ? [
          found('DUPLICATE_SOURCE_RECORD', 'medium', {
            ...sourcesOf(doubled),
            observed: inOrder(doubled.map(({ summary }) => summary.recordId)),
            expected: 'one record',
          }),
        ]
      : []),
    ...(live.length > 0 && owners.length > 1
      ? [
          found('AMBIGUOUS_MATCH', 'medium', {
            ...sourcesOf(live),
            observed: owners.map(({ label }) => label).join(', '),
            expected: 'one owner',
          }),
        ]
      : []),
  ]
}

function sourcesOf(records: readonly ToldRecord[]): Pick<Finding, 'systems' | 'datasetIds'> {
  return {
    systems: [...new Set(records.map(({ summary }) => summary.system))].sort(),
    datasetIds: [...new Set(records.flatMap(({ summary }) => summary.datasetId ?? []))].sort(),
  }
}

const inOrder = (values: readonly string[]) => [...new Set(values)].sort().join(', ')
