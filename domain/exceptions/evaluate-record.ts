import type { CodeOf } from '../../schemas/materials/exception-table.ts'
import type { ConnectedSources, MatchedRecord } from '../materials/connected-record.ts'
import { applyRules, type Finding, listOf, type Rules, type Violation } from './finding.ts'

/** A rule for each code about a connected record: the compiler refuses a row of the table without one. */
const rules: Rules<CodeOf<'connected record'>, [sources: ConnectedSources, live: readonly MatchedRecord[]]> = {
  DUPLICATE_SOURCE_RECORD: duplicate,
  AMBIGUOUS_MATCH: ambiguous,
}

/** What is wrong with how source records were matched. */
export function evaluateRecord(sources: ConnectedSources): Finding[] {
  return applyRules(
    rules,
    sources,
    sources.records.filter(({ isLive }) => isLive),
  )
}

function duplicate({ kind }: ConnectedSources, live: readonly MatchedRecord[]): Violation | null {
  const sourceOf = ({ summary }: MatchedRecord) =>
    JSON.stringify([summary.system, summary.instance, summary.recordType])
  const doubled = [...Map.groupBy(live, sourceOf).values()].filter(({ length }) => length > 1).flat()
  if (doubled.length === 0) return null
  return {
    ...sourcesOf(doubled),
    // Factories are one by their facility id, with any operator.
    inputs: inputsOf(doubled, kind === 'material'),
    observed: listOf(doubled.map(({ summary }) => summary.recordId)),
    expected: 'one record',
  }
}

function ambiguous({ owners }: ConnectedSources, live: readonly MatchedRecord[]): Violation | null {
  if (live.length === 0 || owners.length < 2) return null
  const observed = owners.map(({ label }) => label).join(', ')
  return { ...sourcesOf(live), inputs: inputsOf(live, true), observed, expected: 'one owner' }
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
