import { readCursorKeys } from '../../api/config/cursor-keys.ts'
import type { Context } from '../../api/core/context.ts'
import { createCursors } from '../../api/core/cursor.ts'
import type { Operation } from '../../api/core/operation.ts'
import { perform } from '../../api/core/perform.ts'
import { createUnreadable } from '../../api/core/unreadable.ts'
import { responseJson } from '../../api/http/rest/response-json.ts'
import type { Graph } from '../../cypher/connect.ts'
import type { Credential } from '../../schemas/credentials.ts'
import { type Statement, statementOf } from './bare-driver.ts'

/** One request with its statements and its response. */
export interface Page {
  path: string
  /** The body of a POST. Without it, requests are GET. */
  body?: string
  statements: readonly Statement[]
  rows: number
  text: string
}

/** The caller, and the keys with which the API seals cursors. */
export interface Reader {
  graph: Graph
  credential: Credential
  cursorKeys: readonly string[] | undefined
}

const MOST_PAGES = 8

/** Reads a list from its start in this process, and records each page. A short last page is left out. */
export async function walk(reader: Reader, operation: Operation, input: Record<string, unknown>): Promise<Page[]> {
  const { pages, isWhole } = await readPages(reader, operation, input, MOST_PAGES)
  return pages.length > 1 && isWhole ? pages.slice(0, -1) : pages
}

/** Reads a whole list in this process, and records each page. */
export async function walkAll(reader: Reader, operation: Operation, input: Record<string, unknown>): Promise<Page[]> {
  return (await readPages(reader, operation, input, Number.POSITIVE_INFINITY)).pages
}

async function readPages(reader: Reader, operation: Operation, input: Record<string, unknown>, most: number) {
  const pages: Page[] = []
  let cursor: string | null = null
  do {
    const asked: Record<string, unknown> = cursor ? { ...input, cursor } : input
    const statements: Statement[] = []
    const result = await perform(operation, asked, contextOf(reader, statements))
    const request = requestOf(operation, asked)
    pages.push({ ...request, statements, rows: result.rows, text: responseJson(result).toString() })
    cursor = result.next
  } while (cursor && pages.length < most)
  return { pages, isWhole: cursor === null }
}

/** The caller's context as the API creates it, which also records the statements. */
function contextOf({ graph, credential, cursorKeys }: Reader, statements: Statement[]): Context {
  const { organization, scopes } = credential
  const cursors = createCursors(readCursorKeys(cursorKeys))
  return {
    organization,
    credential,
    organizationQuota: null,
    organizationName: organization,
    scopes: new Set(scopes),
    requestId: '',
    correlationId: '',
    unreadable: createUnreadable(() => {}),
    snapshotRetentionDays: 400,
    readProjectorLag: async () => null,
    readEventTopics: async () => [],
    readOffset: async () => null,
    read(query, params) {
      statements.push(statementOf(query, params))
      return graph.read(query, organization, params)
    },
    sealCursor: (operationId, filters, position) => cursors.seal({ organization, operationId, filters }, position),
    openCursor: (operationId, filters, cursor) => cursors.open({ organization, operationId, filters }, cursor),
    exports: {
      requiresDomainScopes: false,
      resolve: () => Promise.reject(new Error('nothing is exported')),
      create: () => Promise.reject(new Error('nothing is written')),
      open: async () => null,
    },
    schedule: (work) => work(),
    respondWithinMs: 30_000,
    now: () => new Date(),
  }
}

function requestOf({ method, path }: Operation, input: Record<string, unknown>): Pick<Page, 'path' | 'body'> {
  return method === 'POST' ? { path, body: JSON.stringify(input) } : { path: pathOf(path, input) }
}

function pathOf(path: string, input: Record<string, unknown>): string {
  const query = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`))
  const values = query.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]))
  return values.length > 0 ? `${filled}?${new URLSearchParams(values)}` : filled
}
