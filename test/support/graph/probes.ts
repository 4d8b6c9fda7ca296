import { z } from 'zod'
import type { Context } from '../../../api/core/context.ts'
import { type Operation, operation } from '../../../api/core/operation.ts'
import { getEntity } from '../../../cypher/graph/read-graph.ts'
import { Limit, pageOf } from '../../../schemas/common.ts'

const Page = pageOf('ProbePage', z.object({ text: z.string() }))
const missing = '00000000-0000-4000-8000-000000000000'

interface Probe {
  operationId: string
  path: `/v1/${string}`
  method?: 'GET' | 'POST'
  input?: z.ZodObject
  handle(input: Record<string, unknown>, context: Context): Promise<z.output<typeof Page>>
}

function probe({ operationId, path, method = 'GET', input = z.strictObject({}), handle }: Probe): Operation {
  return operation({
    operationId,
    method,
    path,
    scope: 'graph:read',
    tag: 'Entity graph',
    summary: operationId,
    description: operationId,
    input,
    output: Page,
    examples: { input: {}, output: pageWith([]) },
    handle,
  })
}

function pageWith(texts: string[], next: string | null = null) {
  return { data: texts.map((text) => ({ text })), links: { next }, meta: {} }
}

/** Returns its input, and a link to a next page. */
export const echo = probe({
  operationId: 'echo',
  path: '/v1/echo',
  input: z.strictObject({
    limit: Limit,
    flag: z.boolean().default(false),
    name: z.string().min(1).max(500).optional(),
    tag: z.array(z.enum(['red', 'blue'])).optional(),
    cursor: z.string().max(8192).optional(),
  }),
  handle: async (input) => pageWith([JSON.stringify(input)], 'next-page'),
})

/** Returns the organization of its caller. */
export const whoami = probe({
  operationId: 'whoami',
  path: '/v1/whoami/{place}',
  input: z.strictObject({ place: z.string() }),
  handle: async ({ place }, { credential }) => pageWith([credential.organization, String(place)]),
})

/** Accepts a body. */
export const submit = probe({
  operationId: 'submit',
  path: '/v1/submissions',
  method: 'POST',
  input: z.strictObject({ name: z.string(), nested: z.array(z.strictObject({ name: z.string() })).default([]) }),
  handle: async (input) => pageWith([JSON.stringify(input)]),
})

/** Returns `rows` rows of about 100 bytes. */
export const large = probe({
  operationId: 'large',
  path: '/v1/large',
  input: z.strictObject({ rows: z.int().min(0).max(1000).default(100) }),
  handle: async ({ rows }) =>
    pageWith(Array.from({ length: Number(rows) }, (_, row) => `${row} `.padEnd(100, 'linen '))),
})

/** Reads the graph for the caller's organization. */
export const readGraph = probe({
  operationId: 'readGraph',
  path: '/v1/graph',
  handle: async (_input, context) => {
    const rows = await context.read(getEntity, { entityId: missing })
    return pageWith(rows.map(({ doc }) => doc))
  },
})

/** Throws an error whose message callers must not see. */
export const broken = probe({
  operationId: 'broken',
  path: '/v1/broken',
  handle: async () => {
    throw new TypeError('Neo.ClientError at /srv/api/secret-path.ts:12 for Tenant_other')
  },
})

/** An operation that runs until `release` is called. */
export function pending(): { operation: Operation; entered: Promise<void>; release(): void } {
  const entered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const handle = async () => {
    entered.resolve()
    await released.promise
    return pageWith(['done'])
  }
  return {
    operation: probe({ operationId: 'pending', path: '/v1/pending', handle }),
    entered: entered.promise,
    release: released.resolve,
  }
}
