import { problems } from '../../schemas/problem.ts'
import type { Context } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { decodeValues } from '../core/input/decode-values.ts'
import { TextFaults, withFaults } from '../core/input/text-faults.ts'
import type { Operation } from '../core/operation.ts'
import { looseArguments } from './loose-arguments.ts'
import { performTool, type ToolResponse } from './perform-tool.ts'
import type { ToolResult } from './protocol.ts'
import { projected, selectedFields } from './tools/row-fields.ts'
import type { Tool } from './tools/tool.ts'
import { withoutInvisible } from './without-invisible.ts'

const MAX_FAULTS = 20
const MAX_NAME = 200
const MAX_FAULT = 600

/** The result of a call, with the fields for its log line and audit record. */
export interface CallOutcome {
  result: ToolResult
  /** Problem code; null for a success. */
  code: ApiError['code'] | null
  rows: number | null
}

interface Surroundings {
  /** Public address of the API. */
  baseUrl: string
  /** Returns the body of a problem. */
  problemOf(error: ApiError): object
}

/**
 * Calls a tool. An error that the model can correct by other arguments (400, 404, 409) becomes a result that describes
 * the error.
 * @throws ApiError for all other errors: scope, availability, internal errors
 */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  context: Context,
  { baseUrl, problemOf }: Surroundings,
): Promise<CallOutcome> {
  const faults = new TextFaults()
  const read = looseArguments(tool.input, decodeValues(given, faults, 'argument'))
  try {
    const toolResponse = await performTool(tool.callable, read, context, (data) =>
      tool.rows ? projected(data, selectedFields(tool.rows, read.fields, tool.isCompact)) : data,
    )
    const structuredContent = withoutInvisible(responseOf(tool, Object.keys(read), toolResponse, baseUrl))
    return { result: { content: textOf(structuredContent), structuredContent }, code: null, rows: toolResponse.rows }
  } catch (thrown) {
    const error = withFaults(thrown, faults)
    if (!(error instanceof ApiError) || ![400, 404, 409].includes(problems[error.code].status)) throw error
    const problem = withoutInvisible(problemOf(bounded(error)))
    return { result: { content: textOf(problem), isError: true }, code: error.code, rows: null }
  }
}

/**
 * Arguments that are no filters, so that leaving them out would not find more. If two snapshots are compared, their
 * selection is no filter either.
 */
const places = ['cursor', 'limit', 'order', 'fields', 'entityId', 'depth', 'distinct', 'count']
const sides = ['from', 'to', 'fromSnapshotId', 'toSnapshotId']

function unfilteringOf({ input }: Operation): readonly string[] {
  return 'fromSnapshotId' in input.shape ? [...places, ...sides] : places
}

/** The response of the operation. If nothing matches, a hint names the filters and what to try. */
function responseOf(
  { hints = {}, present, operation }: Tool,
  given: string[],
  { response, rows, next }: ToolResponse,
  baseUrl: string,
): Record<string, unknown> {
  if (present) return present(response, baseUrl)
  const unfiltering = unfilteringOf(operation)
  const filters = given.filter((name) => name in operation.input.shape && !unfiltering.includes(name))
  const isMissed = rows === 0 && next === null && filters.length > 0 && !given.includes('cursor')
  if (!isMissed) return response
  const own = new Set(filters.flatMap((name) => hints[name] ?? []))
  const general = `Omit ${filters.length === 1 ? 'it' : 'one of them'}, or use values as other results show them.`
  const hint = [`Nothing matches ${filters.join(', ')}.`, ...own, general].join(' ')
  return { ...response, meta: { ...response.meta, hint } }
}

/** Some clients show models the structured content, others the text. So the text contains the same JSON. */
function textOf(structure: object): ToolResult['content'] {
  return [{ type: 'text', text: JSON.stringify(structure) }]
}

/**
 * Shortens the names in an error, because names of arguments can have any length and an error must fit into a result.
 */
function bounded(error: ApiError): ApiError {
  const errors = error.errors
    ?.slice(0, MAX_FAULTS)
    .map((fault) => ({ ...fault, name: fault.name.slice(0, MAX_NAME), detail: fault.detail.slice(0, MAX_FAULT) }))
  return new ApiError(error.code, { detail: error.message, ...(errors ? { errors } : {}) })
}
