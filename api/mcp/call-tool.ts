import { type FaultyInput, problems } from '../../schemas/problem.ts'
import type { Context } from '../context.ts'
import { decodeValues } from '../decode-values.ts'
import { ApiError } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { perform } from '../perform.ts'
import { withFaults } from '../with-faults.ts'
import { plainJson } from './plain-json.ts'
import { type ReadyFields, textContent } from './ready-json.ts'
import type { Tool } from './tool.ts'

/** Hosts cut longer results, or save them where the model does not look: research among clients, 2026. */
const MAX_CHARACTERS = 40_000
const MAX_FAULTS = 20
const MAX_NAME = 200

/** What a tool answered. */
export interface Called {
  /** `content`, and for a success `structuredContent`. */
  ready: ReadyFields
  isError: boolean
  /** Problem code, null for a success. */
  code: ApiError['code'] | null
  rows: number | null
}

/**
 * Calls a tool. What the model can mend by other arguments (400, 404, 409) is a result that says how.
 * @param problemOf the body of a problem
 * @throws ApiError for everything else: scope, availability, faults of the service
 */
export async function callTool(
  { operation }: Tool,
  given: Readonly<Record<string, unknown>>,
  context: Context,
  problemOf: (error: ApiError) => object,
): Promise<Called> {
  const faults = new Map<string, FaultyInput>()
  const input = decodeValues(given, faults, 'argument')
  try {
    const { json, rows } = await perform(operation, input, context, 'argument', MAX_CHARACTERS)
    return { ready: readyOf(operation, json), isError: false, code: null, rows }
  } catch (thrown) {
    const error = withFaults(thrown, faults)
    if (!(error instanceof ApiError) || ![400, 404, 409].includes(problems[error.code].status)) throw error
    const problem = plainJson(Buffer.from(JSON.stringify(problemOf(bounded(error)))))
    return { ready: { content: textContent(problem) }, isError: true, code: error.code, rows: null }
  }
}

/** What the last answer of an operation was, and how it was written. */
const written = new WeakMap<Operation, { json: Buffer; ready: ReadyFields }>()

/** An answer in its two forms; the same one as before, which `list_entity_types` always gives, is not written again. */
function readyOf(operation: Operation, json: Buffer): ReadyFields {
  const last = written.get(operation)
  if (last?.json.equals(json)) return last.ready
  const plain = plainJson(json)
  const ready = { content: textContent(plain), structuredContent: plain }
  written.set(operation, { json, ready })
  return ready
}

/** Names of arguments are as long as callers want; an error must not outgrow a result. */
function bounded(error: ApiError): ApiError {
  const errors = error.errors
    ?.slice(0, MAX_FAULTS)
    .map((fault) => ({ ...fault, name: fault.name.slice(0, MAX_NAME), detail: fault.detail.slice(0, 2 * MAX_NAME) }))
  return new ApiError(error.code, { detail: error.message, ...(errors ? { errors } : {}) })
}
