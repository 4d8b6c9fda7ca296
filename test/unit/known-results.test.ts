import { expect } from 'chai'
import fc from 'fast-check'
import { type Face, rpcCodes, rpcError } from '../../api/mcp/face.ts'
import { createKnownResults, envelopeOf } from '../../api/mcp/known-results.ts'
import { answerLegacy } from '../../api/mcp/legacy.ts'
import { answerModern } from '../../api/mcp/modern.ts'
import { type Incoming, isModern, readMessage } from '../../api/mcp/read-message.ts'

const face: Face = {
  instructions: '',
  list: () => ({ tools: [] }),
  async call(name) {
    if (name !== 'known') throw rpcError(rpcCodes.invalidParams, 'Unknown tool')
    return { content: [], structuredContent: {} }
  },
}

const some = <T>(...values: T[]) => fc.constantFrom<T | undefined>(...values, undefined)
const seldom = <T>(usual: T, ...others: unknown[]) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, some(...others))
const VERSION = '2026-07-28'
const own = 'io.modelcontextprotocol/'

/** Messages for tools as clients send them, and with anything wrong that an SDK may look at. */
const headersOf = fc.record({
  'mcp-protocol-version': fc.constantFrom(VERSION, '2025-11-25', '2099-01-01'),
  'mcp-method': fc.constantFrom('tools/call', 'tools/list'),
  'mcp-name': fc.constantFrom('known', 'other'),
})
const metaOf = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      progressToken: some<unknown>('a', 'b', 7, 8, 1.5, null, {}),
      'client/toolUseId': some<unknown>('x', 'y', 1, { a: 1 }, { b: [] }),
      [`${own}protocolVersion`]: seldom(VERSION, '2025-11-25', 1),
      [`${own}clientInfo`]: seldom({ name: 'c', version: '1' }, { name: 'd', version: '2' }, {}, 'c'),
      [`${own}clientCapabilities`]: seldom({}, { sampling: {} }, []),
      [`${own}related-task`]: seldom(undefined, { taskId: 't' }, {}),
    }),
  },
  some<unknown>('meta', [], null),
)
const given = some<unknown>({}, { limit: 3 }, { nested: { a: [1] } }, [], 'text', null)
const paramsOf = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      ...{ name: seldom('known', 'other', 7), arguments: given, _meta: metaOf },
      cursor: seldom(undefined, 'abc', 1),
      task: seldom(undefined, { ttl: 1 }, 'task'),
    }),
  },
  some<unknown>('params', [], null),
)
const messageOf = fc.record({
  jsonrpc: seldom('2.0', '1.0'),
  id: seldom(1, 2, 'a', 'b', 1.5, null),
  method: fc.constantFrom('tools/call', 'tools/list', 'ping'),
  params: paramsOf,
  extra: seldom(undefined, true),
})
const incomingOf = fc
  .tuple(messageOf, fc.option(headersOf, { nil: {} }))
  .map(([message, headers]) => readMessage(JSON.parse(JSON.stringify(message)), headers))

/** What the SDK makes of a message, whatever its id is. */
async function outcomeOf(incoming: Incoming): Promise<string> {
  const answer = isModern(incoming) ? answerModern : answerLegacy
  const { status, message } = await answer(incoming, face)
  return JSON.stringify({ status, result: message?.result, error: message?.error })
}

describe('results that are known by their envelope', () => {
  it('are those that the SDK gives to every message with the same envelope', async () => {
    const outcomes = new Map<string, string>()
    let again = 0
    await fc.assert(
      fc.asyncProperty(incomingOf, async (incoming) => {
        const envelope = envelopeOf(incoming)
        if (envelope === null) return
        const outcome = await outcomeOf(incoming).catch((error: Error) => `thrown: ${error.message}`)
        const before = outcomes.get(envelope)
        if (before?.includes('"result"')) again += 1
        expect(outcome).to.equal(before ?? outcome)
        outcomes.set(envelope, outcome)
      }),
      { numRuns: 20_000, seed: 20261 },
    )
    expect(again, 'results that came more than once').to.be.greaterThan(300)
    expect(new Set(outcomes.values()).size).to.be.greaterThan(10)
  })

  it('are asked for only where a tool is listed or called, by one message with an id', () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'known' } }
    const envelope = (changes: object) => envelopeOf(readMessage({ ...message, ...changes }, {}))
    expect(envelope({})).to.be.a('string')
    expect(envelope({ id: 'a' }))
      .to.be.a('string')
      .and.not.to.equal(envelope({}))
    for (const changes of [
      { method: 'initialize' },
      { method: 'ping' },
      { id: null },
      { id: 1.5 },
      { id: undefined },
    ]) {
      expect(envelope(changes), JSON.stringify(changes)).to.equal(null)
    }
    expect(envelopeOf(readMessage([message], {}))).to.equal(null)
    expect(envelope({ params: { name: 'x'.repeat(5000) } })).to.equal(null)
  })

  it('are kept apart for successes and errors, and are not more than 500', () => {
    const results = createKnownResults()
    results.set('one', false, { content: [] })
    expect([results.has('one'), results.has('two')]).to.deep.equal([true, false])
    expect([results.get('one', false), results.get('one', true)]).to.deep.equal([{ content: [] }, undefined])
    results.set('one', true, { isError: true })
    expect([results.get('one', false), results.get('one', true)]).to.deep.equal([{ content: [] }, { isError: true }])
    for (let n = 0; n < 499; n += 1) results.set(`more ${n}`, false, {})
    expect(results.has('one')).to.equal(true)
    results.set('one too many', false, {})
    expect([results.has('one'), results.has('one too many')]).to.deep.equal([false, true])
  })
})
