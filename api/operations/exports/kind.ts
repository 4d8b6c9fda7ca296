import type { z } from 'zod'
import { type ExportKind, type ExportParameters, exportKinds } from '../../../schemas/exports.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import type { LongReader, Reader } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import type { CsvPart } from './csv.ts'

/** How one kind of export is made. */
export interface ExportRecipe<K extends ExportKind> {
  /**
   * What the job keeps of its parameters: with snapshots by their ids, so that it does not matter when it runs.
   * @throws ApiError as the matching read does
   */
  resolve(parameters: ExportParameters<K>, reader: Reader): Promise<ExportParameters<K>>
  /**
   * The records of the file in the order of the matching read, and none of a state that has gone meanwhile.
   * @throws ApiError naming why the export cannot be completed
   */
  parts(parameters: ExportParameters<K>, reader: LongReader): AsyncGenerator<CsvPart>
}

/** A recipe for parameters that are not known to be its own. */
export interface KindOfExport {
  /** @throws ApiError invalid_request also for a filter that another kind has */
  resolve(parameters: unknown, reader: Reader): Promise<Record<string, unknown>>
  parts(parameters: unknown, reader: LongReader): AsyncGenerator<CsvPart>
}

/** Lets a recipe take any parameters, which it checks. */
export function kindOf<K extends ExportKind>(kind: K, recipe: ExportRecipe<K>): KindOfExport {
  const parse = (given: unknown) => {
    const parsed = exportKinds[kind].parameters.safeParse(given)
    if (parsed.success) return parsed.data as ExportParameters<K>
    throw invalidParameters(parsed.error.issues.flatMap((issue) => faultsOf(kind, issue)))
  }
  return {
    resolve: (parameters, reader) => recipe.resolve(parse(parameters), reader),
    parts: (parameters, reader) => recipe.parts(parse(parameters), reader),
  }
}

function faultsOf(kind: ExportKind, issue: z.core.$ZodIssue): Pick<FaultyInput, 'name' | 'detail'>[] {
  if (issue.code !== 'unrecognized_keys') return [{ name: issue.path.join('.'), detail: issue.message }]
  return issue.keys.map((name) => ({ name, detail: `is not a filter of ${kind}` }))
}

/** Names parameters as the body of the request has them. */
export function invalidParameters(faults: readonly Pick<FaultyInput, 'name' | 'detail'>[]): ApiError {
  const errors = faults.map(({ name, detail }): FaultyInput => ({ in: 'body', name: `parameters.${name}`, detail }))
  return new ApiError('invalid_request', {
    detail: `Not valid: ${[...new Set(errors.map(({ name }) => name))].join(', ')}.`,
    errors,
  })
}
