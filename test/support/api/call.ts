import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import type { z } from 'zod'
import type { Context } from '../../../api/core/context.ts'
import { ApiError } from '../../../api/core/errors.ts'
import type { Operation } from '../../../api/core/operation.ts'
import { perform } from '../../../api/core/perform.ts'
import { responseJson } from '../../../api/http/rest/response-json.ts'

/** Runs an operation and returns its response; fails unless its schema accepts exactly these fields. */
export async function call<I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<I, O>,
  input: unknown,
  context: Context,
): Promise<z.output<O>> {
  const result = await perform(operation, input, context)
  const body: unknown = JSON.parse(responseJson(result).toString())
  const published = operation.output.parse(body)
  // Chai describes differences better, but needs ten times as long for equal values.
  if (!isDeepStrictEqual(published, body)) expect(published, 'the answer as its schema reads it').to.deep.equal(body)
  const { data } = body as { data: unknown }
  expect(result.rows).to.equal(Array.isArray(data) ? data.length : 1)
  return published
}

/** The problem code that an operation returns, or null if it succeeds. */
export async function codeOf(operation: Operation, input: unknown, context: Context): Promise<string | null> {
  try {
    await perform(operation, input, context)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

interface Page<Row> {
  data: Row[]
  links: { next: string | null }
}

/**
 * Reads all pages of a list, with the page sizes in `limits` in turn, and calls `between` after every page. Checks that
 * every page except the last is full, as in all lists that filter by an index.
 */
export async function walk<I extends z.ZodObject, Row, M>(
  operation: Operation<I, z.ZodType<Page<Row> & M>>,
  input: Record<string, unknown>,
  context: Context,
  limits: readonly number[],
  between: () => Promise<void> = async () => {},
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let at = 0; ; at++) {
    const limit = limits[at % limits.length] ?? 100
    const page = await call(operation, { ...input, limit, ...(cursor ? { cursor } : {}) }, context)
    rows.push(...page.data)
    if (page.links.next === null) return rows
    expect(page.data.length, 'rows of a page with a next one').to.equal(limit)
    cursor = page.links.next
    await between()
  }
}
