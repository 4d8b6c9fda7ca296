import { mock } from 'node:test'
import { expect } from 'chai'
import { z } from 'zod'
import { ApiError } from '../../../api/core/errors.ts'
import { operation } from '../../../api/core/operation.ts'
import { perform } from '../../../api/core/perform.ts'
import { createUnreadable, type UnreadableRow } from '../../../api/core/unreadable.ts'
import { responseJson } from '../../../api/http/rest/response-json.ts'
import { GraphError } from '../../../cypher/errors.ts'
import { pageOf, text } from '../../../schemas/common.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import { contextFor } from '../../support/api/context.ts'

const Row = z.object({ id: z.string() })
const Page = pageOf('PerformTestPage', Row)
const input = z.strictObject({
  id: z.guid(),
  limit: z.int().min(1).max(1000).default(100),
  name: text(4, 1).optional(),
  kinds: z.array(z.enum(['a', 'b'])).optional(),
})
const id = 'a5a0ab7d-e70a-5115-b601-3582cd489e66'
const output: z.output<typeof Page> = { data: [{ id }], links: { next: 'x' }, meta: {} }

type Handle = Parameters<typeof operation<typeof input, typeof Page>>[0]['handle']

function operationThat(handle: Handle, method: 'GET' | 'POST' = 'GET') {
  return operation({
    operationId: 'listRows',
    method,
    path: '/v1/rows/{id}',
    scope: 'bom:read',
    tag: 'BOM history',
    summary: '',
    description: '',
    problems: ['entity_not_found', 'invalid_cursor'],
    input,
    output: Page,
    examples: { input: { id }, output },
    handle,
  })
}

const answering = operationThat(async () => output)
const unused = { read: () => Promise.reject(new Error('nothing is read')) }
const caller = contextFor(unused, 'quillmere', ['bom:read'])

async function failure(work: Promise<unknown>): Promise<ApiError> {
  const outcome = await work.catch((error: unknown) => error)
  if (outcome instanceof ApiError) return outcome
  throw new Error(`Expected an ApiError, got ${String(outcome)}`)
}

const faultsAt = async (raw: unknown, method?: 'POST', place?: FaultyInput['in']) =>
  (
    await failure(
      perform(
        operationThat(async () => output, method),
        raw,
        caller,
        place,
      ),
    )
  ).errors

describe('perform', () => {
  it('returns the validated output as JSON text, its number of rows, and its next cursor', async () => {
    const handle = async () => ({ ...output, secret: 'internal', data: [{ id, internal: 1 }] })
    const result = await perform(operationThat(handle), { id }, caller)
    expect(JSON.parse(responseJson(result).toString())).to.deep.equal(output)
    expect(result).to.include({ rows: 1, next: 'x' })
  })

  it('returns stored records unchanged within a validated envelope', async () => {
    const stored = { documents: ['{"id":"1"}', '{"id":"2"}'], links: { next: null }, meta: { internal: 1 } }
    const result = await perform(
      operationThat(async () => stored),
      { id },
      caller,
    )
    expect(responseJson(result).toString()).to.equal('{"data":[{"id":"1"},{"id":"2"}],"links":{"next":null},"meta":{}}')
    expect(result).to.include({ rows: 2, next: null })
    const single = await perform(
      operationThat(async () => ({ document: '{"id":"1"}', ...output })),
      { id },
      caller,
    )
    expect(responseJson(single).toString()).to.equal('{"data":{"id":"1"},"links":{"next":"x"},"meta":{}}')
  })

  it('checks the scope before the input, and names a missing one as RFC 6750 defines', async () => {
    const error = await failure(perform(answering, { nonsense: 1 }, contextFor(unused, 'quillmere', ['graph:read'])))
    expect(error.code).to.equal('insufficient_scope')
    expect(error.message).to.include('bom:read')
    expect(error.headers['WWW-Authenticate']).to.match(
      /^Bearer realm="[^"]+", error="insufficient_scope", scope="bom:read", error_description="The credential lacks the scope bom:read\."$/,
    )
  })

  it('reports errors that an operation finds as `query` for REST and as `argument` for MCP', async () => {
    const refuse = async () => {
      throw new ApiError('invalid_request', { errors: [{ in: 'query', name: 'id', detail: 'is not this' }] })
    }
    const placesOf = async (place?: FaultyInput['in']) =>
      (await failure(perform(operationThat(refuse), { id }, caller, place))).errors?.map((fault) => fault.in)
    expect(await placesOf()).to.deep.equal(['query'])
    expect(await placesOf('argument')).to.deep.equal(['argument'])
  })

  it('reports a cursor of another list as `argument` for MCP', async () => {
    const opening = operationThat(async (_input, context) => {
      context.openCursor('listRows', {}, 'AAAA')
      return output
    })
    const { code, errors } = await failure(perform(opening, { id }, caller, 'argument'))
    expect(code).to.equal('invalid_cursor')
    expect(errors?.map((fault) => `${fault.in} ${fault.name}`)).to.deep.equal(['argument cursor'])
  })

  it('turns a problem that the contract of the operation does not list into an internal error', async () => {
    const failing = operationThat(async () => {
      throw new ApiError('export_not_found')
    })
    const error = await failure(perform(failing, { id }, caller))
    expect(error.code).to.equal('internal_error')
    expect(String(error.cause)).to.contain('listRows returned export_not_found, which its contract does not list')
  })

  it('names every invalid input and its place', async () => {
    const raw = { id: 'x', limit: 0, name: '', kinds: ['a', 'c'], organization: 'tessaro', tenant: 'tessaro' }
    const errors = (await faultsAt(raw)) ?? []
    expect(errors.map((fault) => `${fault.in} ${fault.name}`).sort()).to.deep.equal([
      'path id',
      'query kinds',
      'query limit',
      'query name',
      'query organization',
      'query tenant',
    ])
    for (const { detail } of errors) expect(detail).to.match(/^\S.{5,}/)
    expect((await faultsAt(raw, 'POST'))?.map((fault) => `${fault.in} ${fault.name}`)).to.include.members([
      'path id',
      'body limit',
      'body kinds.1',
      'body tenant',
    ])
    expect((await faultsAt(raw, undefined, 'argument'))?.every((fault) => fault.in === 'argument')).to.equal(true)
    expect((await failure(perform(answering, raw, caller))).code).to.equal('invalid_request')
    expect((await failure(perform(answering, null, caller))).code).to.equal('invalid_request')
  })

  it('limits the length of text as it was sent, and passes it on in NFC', async () => {
    let seen: string | undefined
    const looking = operationThat(async ({ name }) => {
      seen = name
      return output
    })
    await perform(looking, { id, name: 'e\u0301a\u0300' }, caller)
    expect(seen).to.equal('\u00e9\u00e0')
    await perform(looking, { id, name: '😀😀😀😀' }, caller)
    expect((await failure(perform(looking, { id, name: '😀😀😀😀😀' }, caller))).code).to.equal('invalid_request')
  })

  it('maps errors of the graph to problem codes without their messages', async () => {
    const expected = {
      unavailable: 'dependency_unavailable',
      timeout: 'query_timeout',
      overloaded: 'overloaded',
      conflict: 'internal_error',
      fault: 'internal_error',
    } as const
    for (const [kind, code] of Object.entries(expected)) {
      const failing = operationThat(() =>
        Promise.reject(new GraphError(kind as keyof typeof expected, 'bolt://secret')),
      )
      const error = await failure(perform(failing, { id }, caller))
      expect(error.code).to.equal(code)
      expect(error.message).not.to.include('secret')
      expect(error.cause).to.be.instanceOf(GraphError)
    }
    const own = new ApiError('entity_not_found')
    expect(
      await failure(
        perform(
          operationThat(() => Promise.reject(own)),
          { id },
          caller,
        ),
      ),
    ).to.equal(own)
  })

  it('leaves out a row that does not fit the contract, and reports the field without its value', async () => {
    const rows: UnreadableRow[] = []
    const context = { ...caller, unreadable: createUnreadable((row) => rows.push(row)) }
    const wrong = { data: [{ id: 12345678 }, { id }], links: { next: null }, meta: {} }
    const answer = await perform(
      operationThat(async () => JSON.parse(JSON.stringify(wrong))),
      { id },
      context,
    )
    const page: { data: unknown[]; meta: { notices?: object[] } } = JSON.parse(responseJson(answer).toString())
    expect(page.data).to.deep.equal([{ id }])
    expect(page.meta.notices).to.have.length(1)
    expect(rows.map(({ where, fault }) => [where, fault.split(':')[0]])).to.deep.equal([['listRows', 'id']])
    expect(rows[0]?.fault).to.not.include('12345678')
  })

  it('fails if anything else does not fit the contract, and logs the field without its value', async () => {
    const wrong = { data: [], links: { next: 12345678 }, meta: {} }
    const error = await failure(
      perform(
        operationThat(async () => JSON.parse(JSON.stringify(wrong))),
        { id },
        caller,
      ),
    )
    expect(error.code).to.equal('internal_error')
    expect(String(error.cause)).to.include('listRows').and.to.include('links.next').and.not.to.include('12345678')
    const openPage = operationThat(async () => JSON.parse('{"documents":["{}"],"links":{},"meta":{}}'))
    expect((await failure(perform(openPage, { id }, caller))).code).to.equal('internal_error')
  })

  it('returns query_timeout in time, even if the operation never ends', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const failing = failure(
        perform(
          operationThat(() => new Promise(() => {})),
          { id },
          { ...caller, respondWithinMs: 4600 },
        ),
      )
      mock.timers.tick(4600)
      expect((await failing).code).to.equal('query_timeout')
    } finally {
      mock.timers.reset()
    }
  })
})
