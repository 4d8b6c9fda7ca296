import { type CodeOf, exceptionTable } from '../../schemas/materials/exception-table.ts'
import type { ExceptionSeverity, PositionException } from '../../schemas/materials/exceptions.ts'
import { type Input, inputOf } from './inputs.ts'
import type { MaterialFacts, Pair, PositionFacts } from './pair.ts'
import type { Step } from './steps.ts'

/** The codes of exceptions that are stored; the others follow from the clock. */
export type StoredCode = CodeOf<'pair' | 'connected record'>

type Values = Pick<PositionException, 'measure' | 'systems' | 'datasetIds' | 'observed' | 'expected' | 'delta' | 'uom'>

/** What a finding is based on, and the steps from there to what was found: the last one is the difference, if any. */
interface Evidence {
  inputs: readonly Input[]
  steps: readonly Step[]
}

/** An exception without its endpoints, its times, and its action. */
export type Finding = Values & Evidence & { code: StoredCode; severity: ExceptionSeverity }

/** What a rule found. Values that it does not name are empty, and the severity is that of its code. */
export type Violation = Partial<Values> & Evidence & { severity?: ExceptionSeverity }

/** How each code is found in what it is about; null where nothing is wrong. */
export type Rules<Code extends StoredCode, Facts extends unknown[]> = Readonly<
  Record<Code, (...facts: Facts) => Violation | null>
>

/** Some of the rules about pairs, which look at the newest position of each system and instance. */
export type PairRules = Partial<Rules<CodeOf<'pair'>, [pair: Pair, positions: readonly PositionFacts[]]>>

const noValues: Values = {
  measure: null,
  systems: [],
  datasetIds: [],
  observed: null,
  expected: null,
  delta: null,
  uom: null,
}

/** What rules find, in their order, at most one finding per code. */
export function applyRules<Code extends StoredCode, Facts extends unknown[]>(
  rules: Rules<Code, Facts>,
  ...facts: Facts
): Finding[] {
  return (Object.keys(rules) as Code[]).flatMap((code) => {
    const violation = rules[code](...facts)
    return violation ? [{ ...noValues, severity: exceptionTable[code].severity, ...violation, code }] : []
  })
}

/** Which systems and datasets a finding is about, each once and in order. */
export function sourcesOf(positions: readonly PositionFacts[]): Pick<Finding, 'systems' | 'datasetIds'> {
  return {
    systems: [...new Set(positions.map(({ system }) => system))].sort(),
    datasetIds: [...new Set(positions.flatMap(({ source }) => source.datasetId ?? []))].sort(),
  }
}

/** Positions with the times at which they took values. */
export function inputsOf(positions: readonly PositionFacts[], ...values: string[]): Input[] {
  return positions.map(({ record }) => inputOf(record, values))
}

/** The material with the times at which it took values, and the codes by which positions name it. */
export function knownOf({ record }: MaterialFacts, positions: readonly PositionFacts[], ...values: string[]): Input[] {
  const codes = positions.map(({ materialRef }) => materialRef).filter((ref) => ref.startsWith('code:'))
  return [inputOf(record, [...values, ...codes])]
}

/** Texts as one, each once and in order. */
export function listOf(values: readonly string[]): string {
  return [...new Set(values)].sort().join(', ')
}

/** That a record carries codes, as values by the references that lead to them: that of its system, and that of any. */
export function codeValues(codes: readonly { system: string | null; kind: string; value: string }[]) {
  return Object.fromEntries(
    codes.flatMap(({ system, kind, value }) => [
      [`code:${system ?? '*'}:${kind}:${value}`, true],
      [`code:*:${kind}:${value}`, true],
    ]),
  )
}
