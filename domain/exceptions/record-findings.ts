import type { MatchedRecord, RecordGroup } from '../materials/connected-record.ts'
import { type Finding, found } from './finding.ts'

/** What is wrong with how source records were matched: several of one system for one owner, or several owners. */
export function recordFindings({ kind, records, owners }: RecordGroup): Finding[] {
  const live = records.filter(({ isLive }) => isLive)
  const sourceOf = ({ summary }: MatchedRecord) =>
    JSON.stringify([summary.system, summary.instance, summary.recordType])
  // Factories are one by their facility id, with any operator.
  const isOwned = kind === 'material'
  const doubled = [...Map.groupBy(live, sourceOf).values()].filter(({ length }) => length > 1).flat()
  return [
    ...(doubled.length > 0
      ? [
          found('DUPLICATE_SOURCE_RECORD', 'medium', inputsOf(doubled, isOwned), {
            ...sourcesOf(doubled),
            observed: inOrder(doubled.map(({ summary }) => summary.recordId)),
            expected: 'one record',
          }),
        ]
      : []),
    ...(live.length > 0 && owners.length > 1
      ? [
          found('AMBIGUOUS_MATCH', 'medium', inputsOf(live, true), {
            ...sourcesOf(live),
            observed: owners.map(({ label }) => label).join(', '),
            expected: 'one owner',
          }),
        ]
      : []),
  ]
}

function inputsOf(records: readonly MatchedRecord[], withOwners: boolean) {
  return records.flatMap(({ inputs }) => inputs.filter(({ kind }) => withOwners || kind === 'source_record'))
}

function sourcesOf(records: readonly MatchedRecord[]): Pick<Finding, 'systems' | 'datasetIds'> {
  return {
    systems: [...new Set(records.map(({ summary }) => summary.system))].sort(),
    datasetIds: [...new Set(records.flatMap(({ summary }) => summary.datasetId ?? []))].sort(),
  }
}

const inOrder = (values: readonly string[]) => [...new Set(values)].sort().join(', ')
