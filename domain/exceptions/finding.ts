import type { ExceptionCode, ExceptionSeverity, PositionException } from '../../schemas/materials/exceptions.ts'
import { type Input, inputOf } from './inputs.ts'
import type { MaterialFacts, StoredPosition } from './pair.ts'

/** The codes of exceptions that are stored; the others follow from the clock. */
export type StoredCode = Exclude<ExceptionCode, 'STALE_SOURCE' | 'UNKNOWN_FRESHNESS'>

/** An exception without its ends, its times and its advice. */
export type Finding = { code: StoredCode; severity: ExceptionSeverity; inputs: readonly Input[] } & Pick<
  PositionException,
  'measure' | 'systems' | 'datasetIds' | 'observed' | 'expected' | 'delta' | 'uom'
>

/** The finding of a code that is based on inputs; fields that are not given are empty. */
export function found(
  code: StoredCode,
  severity: ExceptionSeverity,
  inputs: readonly Input[],
  rest: Partial<Finding> = {},
): Finding {
  const nothing = { measure: null, systems: [], datasetIds: [], observed: null, expected: null, delta: null, uom: null }
  return { ...nothing, ...rest, code, severity, inputs }
}

/** Which systems and datasets a finding is about, each once and in order. */
export function sourcesOf(positions: readonly StoredPosition[]): Pick<Finding, 'systems' | 'datasetIds'> {
  return {
    systems: [...new Set(positions.map(({ system }) => system))].sort(),
    datasetIds: [...new Set(positions.flatMap(({ source }) => source.datasetId ?? []))].sort(),
  }
}

/** Positions with the times at which they took values. */
export function inputsOf(positions: readonly StoredPosition[], ...values: string[]): Input[] {
  return positions.map(({ record }) => inputOf(record, values))
}

/** The material with the times at which it took values, and the codes by which positions name it. */
export function knownOf({ record }: MaterialFacts, positions: readonly StoredPosition[], ...values: string[]): Input[] {
  const codes = positions.map(({ materialRef }) => materialRef).filter((ref) => ref.startsWith('code:'))
  return [inputOf(record, [...values, ...codes])]
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
