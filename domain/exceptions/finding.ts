import { type CodeOf, exceptionTable } from '../../schemas/materials/exception-table.ts'
import type { ExceptionSeverity, PositionException } from '../../schemas/materials/exceptions.ts'
import { type Input, inputOf } from './inputs.ts'
import type { MaterialFacts, Pair, PositionFacts } from './pair.ts'
import type { Step } from './steps.ts'

/** The codes of stored exceptions. All other exceptions depend on the time of the request. */
export type StoredCode = CodeOf<'pair' | 'connected record'>

type Values = Pick<PositionException, 'measure' | 'systems' | 'datasetIds' | 'observed' | 'expected' | 'delta' | 'uom'>

/** The inputs of a finding, and the steps of the computation. The last step is the difference, if there is one. */
interface Evidence {
  inputs: readonly Input[]
  steps: readonly Step[]
}

/** An exception without its endpoints, its times, and its action. */
export type Finding = Values & Evidence & { code: StoredCode; severity: ExceptionSeverity }

/** The result of a rule. Fields that are left out are empty, and the severity defaults to that of the code. */
export type Violation = Partial<Values> & Evidence & { severity?: ExceptionSeverity }

/** One rule for each code. A rule returns null if nothing violates it. */
export type Rules<Code extends StoredCode, Facts extends unknown[]> = Readonly<
  Record<Code, (...facts: Facts) => Violation | null>
>

/** Some of the rules about pairs. `positions` are the newest position of each system and instance. */
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

/** Applies rules in their order. Returns at most one finding for each code. */
export function applyRules<Code extends StoredCode, Facts extends unknown[]>(
  rules: Rules<Code, Facts>,
  ...facts: Facts
): Finding[] {
  return (Object.keys(rules) as Code[]).flatMap((code) => {
    const violation = rules[code](...facts)
    return violation ? [{ ...noValues, severity: exceptionTable[code].severity, ...violation, code }] : []
  })
}

/** The systems and datasets of positions, sorted without duplicates. */
export function sourcesOf(positions: readonly PositionFacts[]): Pick<Finding, 'systems' | 'datasetIds'> {
  return {
    systems: [...new Set(positions.map(({ system }) => system))].sort(),
    datasetIds: [...new Set(positions.flatMap(({ source }) => source.datasetId ?? []))].sort(),
  }
}

/** Positions as inputs, each with the time since which it has the given values. */
export function inputsOf(positions: readonly PositionFacts[], ...values: string[]): Input[] {
  return positions.map(({ record }) => inputOf(record, values))
}

/**
 * The material as an input, with the time since which it has the given values and the codes that positions use for it.
 */
export function knownOf({ record }: MaterialFacts, positions: readonly PositionFacts[], ...values: string[]): Input[] {
  const codes = positions.map(({ materialRef }) => materialRef).filter((ref) => ref.startsWith('code:'))
  return [inputOf(record, [...values, ...codes])]
}

/** Joins texts, sorted without duplicates. */
export function listOf(values: readonly string[]): string {
  return [...new Set(values)].sort().join(', ')
}

/**
 * Returns values for the codes of a record. The name of a value is a stored reference that leads to the code: one with
 * its system, and one with any system.
 */
export function codeValues(codes: readonly { system: string | null; kind: string; value: string }[]) {
  return Object.fromEntries(
    codes.flatMap(({ system, kind, value }) => [
      [`code:${system ?? '*'}:${kind}:${value}`, true],
      [`code:*:${kind}:${value}`, true],
    ]),
  )
}
