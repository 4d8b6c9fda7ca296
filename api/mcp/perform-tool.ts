import { parseText } from '../../schemas/stored/stored-document.ts'
import type { OperationResult } from '../core/checked-response.ts'
import type { Context } from '../core/context.ts'
import type { Operation } from '../core/operation.ts'
import { perform } from '../core/perform.ts'

/** Hosts cut longer results, or save them where the model does not look: research among clients, 2026. */
const MAX_CHARACTERS = 40_000
/** What a cursor takes, which a page that is shortened needs. */
const CURSOR_CHARACTERS = 500

/** Leaves the fields of rows, or of the one resource, that were asked for. */
type Select = (data: unknown) => unknown

type ShortenableText = Required<NonNullable<OperationResult['stored']>>

/** The response of a tool's operation, with the fields that were asked for. */
export interface ToolResponse {
  response: { data: unknown; meta: Record<string, unknown>; [name: string]: unknown }
  rows: number
  next: string | null
}

/**
 * Performs the operation of a tool, and selects the fields of its rows. A page that is too long for a result is shortened by
 * whole rows. Where only the operation can tell the cursor behind them, it runs again for as many rows as fit, as a
 * summary is for fewer items. Of any other resource the longest list is shortened, and a hint says so.
 * @throws ApiError
 */
export async function performTool(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
  context: Context,
  select: Select = (data) => data,
): Promise<ToolResponse> {
  const begun = performance.now()
  const result = await perform(operation, given, context, 'argument')
  const { rows, next, stored } = result
  if (stored?.nextAfter) return fittingPage(result, { ...stored, nextAfter: stored.nextAfter }, select)
  const whole = responseValue(result)
  const response = { ...whole, data: select(whole.data) }
  if (charactersOf(response) <= MAX_CHARACTERS) return { response, rows, next }
  const fewer = fewerOf(operation, response)
  if (!fewer) return { response: withShorterList(response), rows, next }
  const respondWithinMs = context.respondWithinMs - (performance.now() - begun)
  const again = await performTool(operation, { ...given, ...fewer }, { ...context, respondWithinMs }, select)
  return { ...again, response: truncated(again.response) }
}

/** The response as a value. Stored text is read here for the first time. */
function responseValue({ response, stored }: OperationResult): ToolResponse['response'] {
  const records = stored?.documents.map((document) => parseText(document))
  const whole = records ? { data: stored?.isPage ? records : records[0], ...response } : response
  return whole as ToolResponse['response']
}

function truncated(response: ToolResponse['response']): ToolResponse['response'] {
  return { ...response, meta: { ...response.meta, truncatedBy: 'size' } }
}

/** A page of stored rows, as many as there is room for, with the cursor behind them; one at least. */
function fittingPage({ response, rows, next }: OperationResult, stored: ShortenableText, select: Select): ToolResponse {
  const { documents, nextAfter } = stored
  const fitting: unknown[] = []
  let room = MAX_CHARACTERS - charactersOf({ data: [], ...response })
  for (const document of documents) {
    if (room < 0) break
    const row = select(parseText(document))
    room -= charactersOf(row) + 1
    if (room >= 0 || fitting.length === 0) fitting.push(row)
  }
  const page = (count: number, envelope: object) =>
    ({ data: fitting.slice(0, count), ...envelope }) as ToolResponse['response']
  if (fitting.length === documents.length) return { response: page(rows, response), rows, next }
  for (let count = fitting.length; ; count -= 1) {
    const links = { next: nextAfter(count) }
    // The cursor takes room too.
    const shorter = truncated(page(count, { ...response, links }))
    if (count === 1 || charactersOf(shorter) <= MAX_CHARACTERS) return { response: shorter, rows: count, ...links }
  }
}

/** With how many rows, or items of a summary, there is room; null when there cannot be fewer. */
function fewerOf({ input: { shape } }: Operation, response: ToolResponse['response']): Record<string, number> | null {
  if ('limit' in shape && Array.isArray(response.data)) {
    const limit = fittingRows(response, response.data)
    return limit < response.data.length ? { limit } : null
  }
  if (!('top' in shape)) return null
  const longest = longestListOf(response)
  const top = Math.max(1, Math.floor((0.9 * longest * MAX_CHARACTERS) / charactersOf(response)))
  return top < longest ? { top } : null
}

/** One resource, of whose longest list a part is left out. */
function withShorterList(response: ToolResponse['response']): ToolResponse['response'] {
  const { data, meta } = response
  if (Array.isArray(data)) return response
  const lists = Object.entries(data as object).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const [longest] = lists.sort(([, a], [, b]) => charactersOf(b) - charactersOf(a))
  if (!longest) return response
  const [name, items] = longest
  const shortenedTo = (count: number) => {
    const hint = `${name} has only ${count} of ${items.length} items. Select fewer fields, or ask for less in one call.`
    return truncated({
      ...response,
      data: { ...(data as object), [name]: items.slice(0, count) },
      meta: { ...meta, hint },
    })
  }
  let room = MAX_CHARACTERS - charactersOf(shortenedTo(0))
  const count = items.findIndex((item) => {
    room -= charactersOf(item) + 1
    return room < 0
  })
  return shortenedTo(count === -1 ? items.length : count)
}

function longestListOf({ data }: ToolResponse['response']): number {
  const lists = Object.values(data as object).filter(Array.isArray)
  return Math.max(0, ...lists.map((list) => list.length))
}

/** How many rows of a page that is too long a result has room for; one is always left. */
function fittingRows(response: ToolResponse['response'], rows: readonly unknown[]): number {
  let room = MAX_CHARACTERS - charactersOf({ ...response, data: [] }) - CURSOR_CHARACTERS
  const last = rows.findIndex((row) => {
    room -= charactersOf(row) + 1
    return room < 0
  })
  return Math.max(1, last === -1 ? rows.length - 1 : last)
}

function charactersOf(value: unknown): number {
  return JSON.stringify(value).length
}
