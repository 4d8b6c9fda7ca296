import type { CodeOf } from '../../schemas/materials/exception-table.ts'
import type { ConnectedSources, MatchedRecord } from '../materials/connected-record.ts'
import { applyRules, type Finding, listOf, type Rules, type Violation } from './finding.ts'
import { recordValue, sourceName, textStep } from './steps.ts'

/** One rule for each exception code about connected records. The compiler rejects a code without a rule. */
const rules: Rules<CodeOf<'connected record'>, [sources: ConnectedSources, live: readonly MatchedRecord[]]> = {
  DUPLICATE_SOURCE_RECORD: duplicate,
  AMBIGUOUS_MATCH: ambiguous,
}

/** Returns the findings about how source records were matched. */
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
  const groups = [...Map.groupBy(live, sourceOf).values()].filter(({ length }) => length > 1)
  const doubled = groups.flat()
  if (doubled.length === 0) return null
  return {
    ...sourcesOf(doubled),
    // The owner of a factory's code is not an input, because records with the same facility ID are one factory
    // whichever supplier operates it.
    inputs: inputsOf(doubled, kind === 'material'),
    observed: listOf(doubled.map(({ summary }) => summary.recordId)),
    expected: 'one record',
    steps: groups.flatMap((group) => {
      const [first] = group
      if (!first) return []
      const ids = listOf(group.map(({ summary }) => summary.recordId))
      const what = `current ${first.summary.recordType} records in ${sourceName(first.summary)}`
      return [
        textStep(`IDs of the ${what}`, ids, group.flatMap(recordIdOf)),
        textStep(`Number of ${what}`, String(group.length)),
      ]
    }),
  }
}

function ambiguous({ owners }: ConnectedSources, live: readonly MatchedRecord[]): Violation | null {
  if (live.length === 0 || owners.length < 2) return null
  const observed = owners.map(({ label }) => label).join(', ')
  const inputs = inputsOf(live, true)
  const steps = [
    ...live.map((record) =>
      textStep(`Record of ${sourceName(record.summary)}`, record.summary.recordId, recordIdOf(record)),
    ),
    ...owners.map(({ id, label }) => {
      const by = inputs.find((input) => input.id === id)
      return textStep('Owner of a code of these records', label, by ? [recordValue(by, 'label', label)] : [])
    }),
    textStep('Number of owners', String(owners.length)),
  ]
  return { ...sourcesOf(live), inputs, observed, expected: 'one owner', steps }
}

function recordIdOf({ summary, inputs }: MatchedRecord) {
  const own = inputs.find(({ kind }) => kind === 'source_record')
  return own ? [recordValue(own, 'recordId', summary.recordId)] : []
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
