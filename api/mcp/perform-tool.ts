import type { Context } from '../core/context.ts'
import { perform } from '../core/perform.ts'
import { projected } from './tools/row-fields.ts'
import type { Tool } from './tools/tools.ts'

/** Hosts cut longer results, or save them where the model does not look: research among clients, 2026. */
const MAX_CHARACTERS = 40_000
/** What a cursor takes, which a page that is shortened needs. */
const CURSOR_CHARACTERS = 500

/** The response of a tool's operation, with the fields that were asked for. */
export interface ToolResponse {
  response: { data: unknown; meta: Record<string, unknown>; [name: string]: unknown }
  rows: number
  next: string | null
}

/**
 * Performs the operation of a tool, with rows of all fields or of those that paths name. A page of whole rows is shortened to
 * the characters of a result where it is read. How many shorter ones fit, or how many of a summary, is known only when they
 * are there: then as many are asked for again, so that a cursor goes on behind the last of them.
 * @throws ApiError
 */
export async function performTool(
  tool: Pick<Tool, 'operation'>,
  input: Readonly<Record<string, unknown>>,
  paths: readonly string[] | null,
  context: Context,
): Promise<ToolResponse> {
  const { operation } = tool
  const size = sizeOf(operation)
  const begun = performance.now()
  const result = await perform(operation, input, context, 'argument', paths === null ? MAX_CHARACTERS : undefined)
  const { rows, next } = result
  const whole: ToolResponse['response'] = JSON.parse(result.json.toString())
  const response = paths === null ? whole : { ...whole, data: projected(whole.data, paths) }
  if (size === null || (size === 'limit' && paths === null)) return { response, rows, next }
  const [given, fitting] = size === 'limit' ? [rows, fittingRows(response)] : fittingTop(response)
  if (fitting >= given) return { response, rows, next }
  const respondWithinMs = context.respondWithinMs - (performance.now() - begun)
  const again = await performTool(tool, { ...input, [size]: fitting }, paths, { ...context, respondWithinMs })
  const meta = { ...again.response.meta, truncatedBy: 'size' }
  return { ...again, response: { ...again.response, meta } }
}

/** The parameter that says how much is asked for: the rows of a page, or the first ones of each list of a summary. */
function sizeOf({ input: { shape } }: Tool['operation']): 'limit' | 'top' | null {
  if ('limit' in shape) return 'limit'
  return 'top' in shape ? 'top' : null
}

/** How long the longest list of a summary is, and how long one may be that a result has room for; one is always left. */
function fittingTop(response: ToolResponse['response']): [number, number] {
  const lists = Object.values(response.data as object).filter(Array.isArray)
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const characters = charactersOf(response)
  if (characters <= MAX_CHARACTERS) return [longest, longest]
  return [longest, Math.max(1, Math.floor((0.9 * longest * MAX_CHARACTERS) / characters))]
}

/** How many rows of a page a result has room for; one is always left. */
function fittingRows(response: ToolResponse['response']): number {
  const { data } = response
  if (!Array.isArray(data)) return 1
  if (charactersOf(response) <= MAX_CHARACTERS) return data.length
  let room = MAX_CHARACTERS - charactersOf({ ...response, data: [] }) - CURSOR_CHARACTERS
  const last = data.findIndex((row) => {
    room -= charactersOf(row) + 1
    return room < 0
  })
  return Math.max(1, last === -1 ? data.length - 1 : last)
}

function charactersOf(value: unknown): number {
  return JSON.stringify(value).length
}
