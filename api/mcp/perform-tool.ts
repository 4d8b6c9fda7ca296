import { parseText } from '../../schemas/stored/stored-document.ts'
import type { OperationResult } from '../core/checked-response.ts'
import type { Context } from '../core/context.ts'
import type { Operation } from '../core/operation.ts'
import { perform } from '../core/perform.ts'

/**
 * The longest result, in characters of JSON. Clients cut longer results, or save them where the model cannot read them.
 */
const MAX_CHARACTERS = 40_000
/** Characters reserved for the cursor of a shortened page. */
const CURSOR_CHARACTERS = 500

/** Selects the requested fields of rows, or of one resource. */
type Select = (data: unknown) => unknown

type ShortenableText = Required<NonNullable<OperationResult['stored']>>

/** The response of a tool's operation, with the requested fields. */
export interface ToolResponse {
  response: { data: unknown; meta: Record<string, unknown>; [name: string]: unknown }
  rows: number
  next: string | null
}

/**
 * Performs the operation of a tool and selects the fields of its rows. A page that is too long for a result is
 * shortened by whole rows. If only the operation can make the cursor for the shorter page, it runs again with a lower
 * limit. A summary runs again with fewer items per list. In any other resource the longest list is shortened, and
 * `meta.hint` reports it.
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

/** The response as a value. The text of stored records is parsed here. */
function responseValue({ response, stored }: OperationResult): ToolResponse['response'] {
  const records = stored?.documents.map((document) => parseText(document))
  const whole = records ? { data: stored?.isPage ? records : records[0], ...response } : response
  return whole as ToolResponse['response']
}

function truncated(response: ToolResponse['response']): ToolResponse['response'] {
  return { ...response, meta: { ...response.meta, truncatedBy: 'size' } }
}

/** A page with as many stored rows as fit into a result, at least one, and the cursor after them. */
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
    // The new cursor counts towards the length, too.
    const shorter = truncated(page(count, { ...response, links }))
    if (count === 1 || charactersOf(shorter) <= MAX_CHARACTERS) return { response: shorter, rows: count, ...links }
  }
}

/**
 * The parameter with the number of rows, or of items of a summary, that fit into a result. Null if the number cannot be
 * lower.
 */
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

/** Shortens the longest list of a resource until it fits into a result. */
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

/** How many rows of a page that is too long fit into a result, at least one. */
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
