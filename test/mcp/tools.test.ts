import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { instructionsFor } from '../../api/mcp/tool-list.ts'
import { tools } from '../../api/mcp/tools/index.ts'
import { RelationshipType } from '../../schemas/graph/link-types.ts'
import { Problem } from '../../schemas/problem.ts'
import { assertContract } from '../support/api/contract.ts'
import { bearerOf, type McpWorld, type Page, type RpcResponse, startMcp, toolsOf } from '../support/api/mcp.ts'
import { material } from '../support/graph/entities.ts'
import { fill } from '../support/graph/graph.ts'

const reading = [
  'list_entity_types',
  'search_entities',
  'get_entity',
  'traverse_relationships',
  'get_bom_yield_changes',
]
const names = [...reading, 'create_export']

describe('tools of MCP', () => {
  let world: McpWorld
  before(async () => {
    world = await startMcp()
  })
  after(() => world.close())

  const listed = async (token?: string) => toolsOf(await world.rpc('tools/list', {}, token))
  const pageOf = ({ body }: RpcResponse): Page => {
    if (!body.result?.structuredContent) throw new Error(JSON.stringify(body))
    return body.result.structuredContent
  }
  const errorOf = async (answer: RpcResponse): Promise<Problem> => {
    await assertContract(answer.http)
    const { result } = answer.body
    expect(answer.http.status).to.equal(200)
    expect(result?.isError, JSON.stringify(answer.body)).to.equal(true)
    expect(result).to.not.have.property('structuredContent')
    expect(result?.content).to.have.length(1)
    const problem = Problem.strict().parse(JSON.parse(result?.content?.[0]?.text ?? ''))
    expect(problem.requestId).to.equal(answer.http.headers.get('X-Request-ID'))
    return problem
  }

  it('are the six core tools, with descriptions, hints, and schemas that clients of models can read', async () => {
    const answer = await world.rpc('tools/list', {}, await world.token(['graph:read', 'bom:read', 'exports:create']))
    const all = toolsOf(answer)
    expect(all.map(({ name }) => name)).to.deep.equal(names)
    for (const { name, description, annotations, inputSchema, outputSchema } of all) {
      const isReading = reading.includes(name)
      const { title, ...hints } = annotations ?? {}
      expect(title).to.match(/^\S.{5,}/)
      expect(description).to.match(/^\S.{100,}/)
      expect(hints).to.deep.equal({
        readOnlyHint: isReading,
        destructiveHint: false,
        ...(isReading ? {} : { idempotentHint: false }),
        openWorldHint: false,
      })
      expect([inputSchema.type, outputSchema.type]).to.deep.equal(['object', 'object'])
      expect(JSON.stringify([inputSchema, outputSchema])).to.not.match(
        /"additionalProperties":false|"type":\[|"format":"|"(\$schema|\$ref|example|pattern|allOf|uniqueItems)":/,
      )
      for (const argument of Object.values(inputSchema.properties as Record<string, { description?: string }>)) {
        expect(argument.description, name).to.match(/^\S.{8,}/)
      }
      if ('cursor' in (inputSchema.properties as object)) expect(description).to.contain('links.next')
    }
  })

  it('are listed by the scopes of the token, always in the same order', async () => {
    const namesFor = async (token: string) => (await listed(token)).map(({ name }) => name)
    expect(await namesFor(await world.token(['graph:read']))).to.deep.equal(names.slice(0, 4))
    expect(await namesFor(await world.token(['bom:read']))).to.deep.equal(names.slice(4, 5))
    expect(await namesFor(await world.token(['exports:create']))).to.deep.equal(names.slice(5))
    expect(await namesFor(await world.token([]))).to.deep.equal([])
    const own = await startMcp({ variables: { MCP_LIST_ALL_TOOLS: 'true' } })
    try {
      expect(toolsOf(await own.rpc('tools/list', {}, await own.token([])))).to.have.length(6)
    } finally {
      await own.close()
    }
  })

  it('reject unknown arguments, including names such as __proto__', async () => {
    for (const name of reading) {
      for (const argument of ['organization', 'tenantId', 'cypher', 'query', '__proto__']) {
        const given = JSON.parse(`{"${argument}":"x","entityId":"${randomUUID()}"}`)
        if (!['get_entity', 'traverse_relationships'].includes(name)) delete given.entityId
        const problem = await errorOf(await world.call(name, given))
        expect(problem.code).to.equal('invalid_request')
        expect(problem.errors?.map((fault) => [fault.in, fault.name])).to.deep.equal([['argument', argument]])
      }
    }
  })

  it("return the same for another organization's entity ID as for an unknown one", async () => {
    const other = await startMcp()
    try {
      const foreign = other.entities[0]?.id ?? ''
      for (const name of ['get_entity', 'traverse_relationships']) {
        const problemOf = async (entityId: string) => {
          const { requestId: _r, correlationId: _c, ...problem } = await errorOf(await world.call(name, { entityId }))
          return problem
        }
        expect(await problemOf(foreign)).to.deep.equal(await problemOf(randomUUID()))
        expect((await problemOf(foreign)).code).to.equal('entity_not_found')
        expect((await other.call(name, { entityId: foreign })).body.result?.isError).to.equal(undefined)
      }
    } finally {
      await other.close()
    }
  })

  it('return every row of a list once, with cursors that REST also accepts', async () => {
    const ids = world.entities.map(({ id }) => id).sort()
    const found: unknown[] = []
    let cursor: string | null = null
    for (let viaMcp = true; ; viaMcp = !viaMcp) {
      const given = { limit: 23, ...(cursor === null ? {} : { cursor }) }
      const query = new URLSearchParams({ limit: '23', ...(cursor === null ? {} : { cursor }) })
      const page: Page = viaMcp
        ? pageOf(await world.call('search_entities', given))
        : ((await (await world.api.get(`/v1/entities?${query}`, await world.token())).json()) as Page)
      found.push(...page.data.map(({ id }) => id))
      cursor = page.links.next
      if (cursor === null) break
    }
    expect(found).to.deep.equal(ids)
    const { links } = pageOf(await world.call('search_entities', { limit: 1 }))
    const tampered = await errorOf(await world.call('search_entities', { cursor: `${links.next?.slice(0, -2)}AA` }))
    expect(tampered).to.include({ code: 'invalid_cursor', retryable: false })
    expect(tampered.recovery).to.match(/^\S.{10,}/)
  })

  it('shorten pages to 40,000 characters at the end of a row, and lose no row', async () => {
    const factory = world.entities.find(({ type }) => type === 'supplier')?.id
    const walks: [string, object][] = [
      ['search_entities', { fields: ['*'] }],
      ['search_entities', { q: 'poplin', fields: ['*'] }],
      ['traverse_relationships', { entityId: factory, fields: ['*'] }],
      ['traverse_relationships', { entityId: world.entities[0]?.id, depth: 3, fields: ['*'] }],
      ['get_bom_yield_changes', { includeUnchanged: true, fromSnapshotId: world.snapshotIds[0], fields: ['*'] }],
    ]
    for (const [name, given] of walks) {
      const whole = await walk(name, given, 1000)
      const small = await walk(name, given, 7)
      expect(whole.rows, name).to.deep.equal(small.rows)
      expect(whole.rows.length, name).to.be.above(40)
      expect(whole.cut, name).to.be.above(0)
      expect(small.cut, name).to.equal(0)
      // The longest page is nearly full: another row would exceed 40,000 characters.
      expect(Math.max(...whole.lengths), name).to.be.within(36_000, 40_000)
    }

    async function walk(name: string, given: object, limit: number) {
      const rows: unknown[] = []
      const lengths: number[] = []
      let cut = 0
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const answer = await world.call(name, { ...given, limit, ...(cursor ? { cursor } : {}) })
        const page = pageOf(answer)
        const length = answer.body.result?.content?.[0]?.text.length ?? 0
        expect(length).to.be.at.most(40_000)
        lengths.push(length)
        rows.push(...page.data)
        cursor = page.links.next
        if (page.meta.truncatedBy === undefined) continue
        cut += 1
        expect(page.meta.truncatedBy).to.equal('size')
        expect(cursor).to.be.a('string')
      }
      return { rows, lengths, cut }
    }
  })

  it('return a row even if it alone is longer than 40,000 characters', async () => {
    const own = await startMcp()
    try {
      const huge = material(own.organization.key, 'HUGE-1', 'Enormous')
      huge.attributes.certifications = Array.from({ length: 100 }, () => 'x'.repeat(500))
      const next = material(own.organization.key, 'HUGE-2', 'Enormous')
      await fill(own.graph, own.organization.key, { entities: [huge, next] })
      const seen: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = pageOf(
          await own.call('search_entities', { q: 'enormous', fields: ['*'], ...(cursor ? { cursor } : {}) }),
        )
        expect(page.data.length).to.be.above(0)
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.links.next
      }
      expect(seen).to.deep.equal([huge.id, next.id].sort())
    } finally {
      await own.close()
    }
  })

  it('show no invisible characters, so that a label can be found as it is shown', async () => {
    const own = await startMcp()
    try {
      const odd = material(own.organization.key, 'ODD-1', 'safe\u202E\u0007\u{E0041}\u2066n\u00ada\u200bm\ufe0fe\u009b')
      await fill(own.graph, own.organization.key, { entities: [odd] })
      const { body } = await own.call('get_entity', { entityId: odd.id })
      const text = body.result?.content?.[0]?.text ?? ''
      expect(text).to.contain('ODD-1 safename')
      expect(text).to.not.match(/[\p{Cf}\p{Default_Ignorable_Code_Point}]|\\u0007/u)
      const unknown = await own.rpc('tools/call', { name: 'no\u200btool' })
      expect(unknown.body.error?.message).to.contain('Unknown tool: notool')
      expect(JSON.parse(text)).to.deep.equal(body.result?.structuredContent)
    } finally {
      await own.close()
    }
  })

  it('name every invalid argument and its allowed values', async () => {
    const wrong = await errorOf(await world.call('search_entities', { type: 'shoe', limit: 1001, q: 'x'.repeat(501) }))
    expect(wrong.errors?.map(({ name }) => name)).to.have.members(['type', 'limit', 'q'])
    expect(wrong.errors?.map(({ name, detail }) => `${name} ${detail}`).sort()).to.deep.equal([
      'limit must be an integer from 1 to 1000',
      'q must be text of 1 to 500 characters',
      'type must be one of style, sku, material, supplier, bom_publication',
    ])
    const unknown = await errorOf(await world.call('search_entities', { query: 'poplin' }))
    expect(unknown.detail).to.equal(
      'query is not a parameter; did you mean q? The parameters are cursor, limit, type, q, code, lifecycleState, ' +
        'season, materialType, countryCode, certification, fibre, updatedSince, count, fields.',
    )
    const entityId = world.entities[0]?.id
    const text = await errorOf(await world.call('traverse_relationships', { entityId, relationshipType: 7 }))
    expect(text.errors?.map(({ detail }) => detail)).to.deep.equal([
      `must be a list of 1 to 10 items, each one of ${RelationshipType.options.join(', ')}`,
    ])
    const half = await errorOf(await world.call('search_entities', { q: '\ud800' }))
    expect(half.errors).to.deep.equal([{ in: 'argument', name: 'q', detail: 'contains half of a surrogate pair' }])
    const absent = await errorOf(await world.call('get_entity', {}))
    expect(absent.detail).to.equal('entityId or code is required.')
    const never = await errorOf(await world.call('get_bom_yield_changes', { from: '1999-01-01' }))
    expect(never.detail).to.match(/1999-01-01\. The first available one was completed at \d{4}-\d\d-\d\dT/)
    const missing = await errorOf(await world.call('get_entity', { entityId: randomUUID() }))
    for (const { recovery } of [never, missing])
      expect(recovery).to.contain('search_entities').and.to.not.contain('/v1/')
    const both = await errorOf(
      await world.call('get_bom_yield_changes', { from: '2027-03-01', fromSnapshotId: 'A'.repeat(26) }),
    )
    expect(both.errors?.map((fault) => fault.in)).to.deep.equal(['argument', 'argument'])
    const gone = await errorOf(await world.call('get_bom_yield_changes', { toSnapshotId: '0'.repeat(26) }))
    expect(gone).to.include({ code: 'snapshot_not_found', retryable: false })
    const flood = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}`.padEnd(400, 'x'), 1]))
    const { body } = await world.call('list_entity_types', flood)
    expect(body.result?.isError).to.equal(true)
    expect(body.result?.content?.[0]?.text.length).to.be.below(15_000)
  })

  it('return a hint that names the filters if nothing matches, and none otherwise', async () => {
    const hintOf = async (name: string, given: object) => pageOf(await world.call(name, given)).meta.hint
    expect(await hintOf('get_bom_yield_changes', { style: 'qm27-0113', supplier: 'nobody' })).to.match(
      /^Nothing matches style, supplier\. .*exactly.*search_entities.* Omit one of them/,
    )
    const noWords = await hintOf('search_entities', { q: 'no such thing' })
    expect(noWords).to.match(/^Nothing matches q\. Each word of q .* Omit it/)
    // The hint does not name `q`, which is null and therefore no filter.
    expect(await hintOf('search_entities', { season: 'SS99', q: null })).to.equal(
      'Nothing matches season. Only styles have a season. Omit it, or use values as other results show them.',
    )
    expect(
      await hintOf('get_bom_yield_changes', { changeType: 'added', to: '2027-03-04', from: '2027-03-04' }),
    ).to.equal('Nothing matches changeType. Omit it, or use values as other results show them.')
    const entityId = world.entities[0]?.id
    expect(await hintOf('traverse_relationships', { entityId, depth: 2, relationshipType: ['OWNED_BY'] })).to.match(
      /^Nothing matches relationshipType\. /,
    )
    // `to` is a filter of traverse_relationships, but selects a snapshot in get_bom_yield_changes.
    expect(await hintOf('traverse_relationships', { entityId, depth: 2, to: 'bom_publication' })).to.match(
      /^Nothing matches to\. Omit it/,
    )
    expect(await hintOf('get_bom_yield_changes', { to: '2027-03-04', from: '2027-03-04' })).to.equal(undefined)
    expect(await hintOf('search_entities', { q: 'poplin' })).to.equal(undefined)
    expect(await hintOf('search_entities', {})).to.equal(undefined)
  })

  it('accept numbers and booleans in text, and null or empty text for optional arguments', async () => {
    const entityId = world.entities[0]?.id
    const pairs: [string, plain: object, loose: object][] = [
      [
        'search_entities',
        { type: 'style', limit: 3, fields: ['label'] },
        { type: 'style', limit: '3', fields: 'label', q: '', cursor: '', lifecycleState: null, updatedSince: null },
      ],
      [
        'traverse_relationships',
        { entityId, depth: 2, relationshipType: ['HAS_SKU'] },
        { entityId, depth: '2', relationshipType: 'HAS_SKU', direction: null, to: '' },
      ],
      [
        'get_bom_yield_changes',
        { fromSnapshotId: world.snapshotIds[0], includeUnchanged: true, limit: 5 },
        {
          fromSnapshotId: world.snapshotIds[0],
          from: null,
          to: '',
          includeUnchanged: 'True',
          limit: 5,
          changeType: null,
        },
      ],
    ]
    for (const [name, plain, loose] of pairs) {
      expect(pageOf(await world.call(name, loose)), name).to.deep.equal(pageOf(await world.call(name, plain)))
    }
    const required = await errorOf(await world.call('get_entity', { entityId: null, fields: null }))
    expect(required.errors?.map(({ name }) => name)).to.deep.equal(['entityId'])
    // REST rejects these forms.
    for (const query of ['q=', 'lifecycleState=', 'type=null']) {
      expect((await world.api.get(`/v1/entities?${query}`, await world.token())).status, query).to.equal(400)
    }
  })

  it('are introduced by instructions that name the listed tools only, and the quota of the token', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    for (const token of [await world.token(), await world.token(['bom:read'])]) {
      const shown = (await listed(token)).map(({ name }) => name)
      const { instructions } = (await world.rpc('initialize', params, token)).body.result as { instructions: string }
      expect(instructions.length).to.be.below(1500)
      const named = instructions.match(/\b[a-z]+_[a-z_]+\b/g) ?? []
      expect([...new Set(named)].sort()).to.deep.equal([...shown].sort())
    }
    const slow = await world.organization.issue({ scopes: ['mcp:read', 'bom:read'], kind: 'mcp', quota: 1200 })
    const told = (await world.rpc('initialize', params, slow.text)).body.result as { instructions: string }
    expect(told.instructions).to.contain('This token can make 1,200 requests per minute.')
    const none = (await world.rpc('initialize', params, await world.token([]))).body.result as { instructions: string }
    expect(none.instructions).to.contain('lacks the scopes graph:read, bom:read, exports:create')
    expect(none.instructions).to.not.contain('nothing can be changed')
    const some = (await world.rpc('initialize', params)).body.result as { instructions: string }
    expect(some.instructions).to.contain('lacks the scope exports:create')
    expect(instructionsFor([...tools, ...tools], [], 1).length).to.be.above(instructionsFor(tools, [], 1).length)
  })

  it('return the request ID, and write one audit record per call with the facts of MCP', async () => {
    const token = await world.token(['graph:read'])
    const calls: [string, object][] = [
      ['search_entities', { q: 'poplin', limit: 3 }],
      ['get_entity', { entityId: randomUUID(), organization: 'secret' }],
      ['get_bom_yield_changes', {}],
      ['no_such_tool', {}],
    ]
    const ids: (string | null)[] = []
    for (const [name, given] of calls) {
      const { http, body } = await world.call(name, given, token)
      ids.push(http.headers.get('X-Request-ID'))
      if (body.result) {
        expect(body.result._meta).to.deep.equal({ 'tenant-data-api/requestId': http.headers.get('X-Request-ID') })
      }
    }
    const clientInfo = { name: 'claude', version: '2.1', secret: 'x' }
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    ids.push((await world.rpc('initialize', hello, token)).http.headers.get('X-Request-ID'))
    const records = (await world.api.audited()).filter(({ requestId }) => ids.includes(requestId))
    expect(records.map(({ operation, status, code, rows }) => [operation, status, code, rows])).to.deep.equal([
      ['search_entities', 200, null, 3],
      ['get_entity', 200, 'invalid_request', null],
      ['get_bom_yield_changes', 403, 'insufficient_scope', null],
      ['mcp', 200, null, null],
      ['mcp', 200, null, null],
    ])
    const [search, get, , unknown, first] = records
    expect(search).to.include({ interface: 'mcp', organization: world.organization.key, count: 1 })
    expect(search?.parameters).to.deep.equal({ q: 'poplin', limit: 3 })
    expect(search?.mcp?.resultBytes).to.be.above(1000)
    expect(get?.parameters).to.include({ organization: '[unknown]' })
    expect([get?.mcp?.isError, unknown?.mcp?.rpcError]).to.deep.equal([true, -32602])
    const { resultBytes: _bytes, ...facts } = first?.mcp ?? {}
    expect(facts).to.deep.equal({
      method: 'initialize',
      protocolVersion: '2025-06-18',
      client: { name: 'claude', version: '2.1' },
      isError: false,
      rpcError: null,
    })
  })

  it('count failed authentications of MCP separately from those of REST', async () => {
    const own = await startMcp()
    try {
      await own.post('{}', 'wrong')
      await fetch(`${own.api.url}/v1/entities`, { headers: bearerOf('wrong') })
    } finally {
      await own.close()
    }
    const refused = (await own.api.audited()).filter(({ status }) => status === 401)
    expect(refused.map((record) => record.interface).sort()).to.deep.equal(['mcp', 'rest'])
  })
})
