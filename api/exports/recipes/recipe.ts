import type { z } from 'zod'
import { checkValue, type Fault } from '../../../schemas/checking/check-value.ts'
import { type ExportKind, type ExportParameters, parametersOf } from '../../../schemas/exports/exports.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import type { LongReader, Reader } from '../../core/context.ts'
import type { ApiError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/input/invalid-request.ts'
import type { Row } from '../formats/row.ts'

/** How the file of one kind of export is produced. */
export interface ExportRecipe<K extends ExportKind> {
  /**
   * Resolves the parameters that the job stores. Snapshots are resolved to their IDs, so the result does not depend on
   * when the job runs.
   * @throws ApiError as the matching read does
   */
  resolve(parameters: ExportParameters<K>, reader: Reader): Promise<ExportParameters<K>>
  /**
   * Yields the rows of the file in the order of the matching read, all from one state of the data.
   * @throws ApiError naming why the export cannot be completed
   */
  parts(parameters: ExportParameters<K>, reader: LongReader): AsyncGenerator<readonly Row[]>
}

/** A recipe that accepts any parameters and checks them against its own schema. */
export interface KindOfExport {
  /** @throws ApiError invalid_request also for a filter that only another kind has */
  resolve(parameters: unknown, reader: Reader): Promise<Record<string, unknown>>
  parts(parameters: unknown, reader: LongReader): AsyncGenerator<readonly Row[]>
  /** Whether the file starts with a byte order mark. */
  hasByteOrderMark(parameters: unknown): boolean
}

/** Wraps a recipe so that it accepts any parameters, which it checks first. */
export function kindOf<K extends ExportKind>(kind: K, recipe: ExportRecipe<K>): KindOfExport {
  const schema = parametersOf(kind)
  const parse = (given: unknown) => {
    const checked = checkValue<z.ZodType>(schema, given)
    if (!checked.success) throw invalidParameters(checked.faults.map(nameOf))
    const { byteOrderMark, ...filters } = checked.data as ExportParameters<K> & { byteOrderMark?: boolean }
    return { file: byteOrderMark === undefined ? {} : { byteOrderMark }, filters: filters as ExportParameters<K> }
  }
  return {
    async resolve(parameters, reader) {
      const { filters, file } = parse(parameters)
      return { ...(await recipe.resolve(filters, reader)), ...file }
    },
    parts: (parameters, reader) => recipe.parts(parse(parameters).filters, reader),
    hasByteOrderMark: (parameters) => parse(parameters).file.byteOrderMark ?? false,
  }
}

function nameOf({ path, detail }: Fault): Pick<FaultyInput, 'name' | 'detail'> {
  return { name: path.map(String).join('.'), detail }
}

/** The error for invalid parameters, named as in the body of the request. */
export function invalidParameters(faults: readonly Pick<FaultyInput, 'name' | 'detail'>[]): ApiError {
  return invalidRequest(faults.map(({ name, detail }) => ({ in: 'body', name: `parameters.${name}`, detail })))
}
