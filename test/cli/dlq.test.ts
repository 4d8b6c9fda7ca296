import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { allowSources } from '../../cypher/system/credentials.ts'
import type { Producer } from '../../kafka/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { prepareTopics, recordsOf } from '../support/processes/kafka.ts'
import { register } from '../support/processes/projector.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

describe('tda dlq', () => {
  const variables = freshInstallation()
  const bytes = Buffer.from([0, 255, 10, 27, 91, 0x22])
  let kafka: Awaited<ReturnType<typeof prepareTopics>>
  let producer: Producer

  before(async () => {
    kafka = await prepareTopics(variables)
    producer = kafka.connection.createProducer()
  })

  after(() => producer.disconnect())

  /** A dead letter with the headers of the event contract, except for those that `fields` replaces. */
  function letter(key: string, fields: Record<string, string> = {}, partition = 0): OutgoingRecord {
    const headers = {
      'content-type': 'application/cloudevents+json',
      traceparent: '00-1-2-03',
      'dlq.reason': 'invalid_data',
      'dlq.detail': 'name: Invalid input',
      'dlq.topic': kafka.topics.records.name,
      'dlq.partition': '4',
      'dlq.offset': '17',
      'dlq.tenant': 'quillmere',
      'dlq.firstFailedAt': '2027-03-14T02:10:00.000Z',
    }
    return { topic: kafka.topics.dlq.name, key, value: bytes, headers: { ...headers, ...fields }, partition }
  }

  const run = (...args: string[]) => tda(variables, ['dlq', ...args])
  const records = () => recordsOf(kafka.connection, kafka.topics.records.name)
  const keys = async () => (await records()).map(({ key }) => String(key)).sort()

  it('lists no dead letters for a new topic', async () => {
    expect(await run('list')).to.deep.equal({ code: 0, stdout: '', stderr: '' })
    expect(await run('show', '0:0')).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'tda: There is no dead letter at 0:0. Run `tda dlq list` to see the positions.\n',
    })
  })

  it('lists dead letters with their reason and origin, and filters them', async () => {
    await producer.send([letter('a'), letter('b', { 'dlq.reason': 'malformed', 'dlq.tenant': 'northwold' })])
    await producer.send([letter('c', { 'dlq.topic': kafka.topics.bom.name, 'dlq.reason': 'wrong_partition' }, 3)])
    await producer.send([letter('d', { 'dlq.topic': 'payments' }, 3)])
    const all = documents(await run('list', '--json'))
    expect(all.map(({ position }) => position).sort()).to.deep.equal(['0:0', '0:1', '3:0', '3:1'])
    expect(all.find(({ position }) => position === '0:0')).to.deep.include({
      reason: 'invalid_data',
      detail: 'name: Invalid input',
      organization: 'quillmere',
      topic: kafka.topics.records.name,
      partition: 4,
      offset: 17,
      firstFailedAt: '2027-03-14T02:10:00.000Z',
    })
    const positions = async (...args: string[]) =>
      documents(await run('list', '--json', ...args)).map(({ position }) => position)
    expect(await positions('--reason', 'malformed')).to.deep.equal(['0:1'])
    expect((await positions('--organization', 'quillmere')).sort()).to.deep.equal(['0:0', '3:0', '3:1'])
    expect(await positions('--since', '1h', '--reason', 'wrong_partition')).to.deep.equal(['3:0'])
    expect(await positions('--since', '2999-01-01')).to.deep.equal([])
    expect((await run('list', '--reason', 'bad luck')).code).to.equal(1)
    const { stdout } = await run('list', '--reason', 'malformed')
    const [names, row, ...rest] = stdout.trimEnd().split('\n')
    expect(names).to.match(/^position +at +reason +organization +type +subject +key +from +detail$/)
    expect(row).to.match(/^0:1 +\S+Z +malformed +northwold +- +- +b +\S+records\.v1\/4:17 +name: Invalid input$/)
    expect(rest).to.deep.equal([])
  })

  it('shows one dead letter with its headers and its value', async () => {
    const [shown] = documents(await run('show', '0:0', '--json'))
    expect(shown).to.deep.include({ position: '0:0', key: 'a', value: { base64: bytes.toString('base64') } })
    expect(shown).to.include({
      reason: 'invalid_data',
      organization: 'quillmere',
      type: null,
      subject: null,
      offset: 17,
    })
    expect(shown.headers).to.include({ traceparent: '00-1-2-03', 'dlq.offset': '17' })
    const people = await run('show', '0:0')
    expect(people.stdout).to.match(/^key: a\nat: .+Z\norganization: quillmere\ntype: -\n(.+: .+\n)+\n\(base64\) /)
    expect((await run('show', '0')).stderr).to.equal(
      'tda: "0" is not a valid position. Use partition:offset, as `tda dlq list` prints it.\n',
    )
  })

  it('replays nothing without a filter, and nothing on a dry run', async () => {
    const { code, stderr } = await run('replay')
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr:
        'tda: Name what to replay: positions, --reason, --organization, --subject, --event-id, --since, or --all.\n',
    })
    const dry = await run('replay', '--all', '--dry-run', '--json')
    expect(
      documents(dry)
        .map(({ position }) => position)
        .sort(),
    ).to.deep.equal(['0:0', '0:1'])
    expect(dry.stderr).to.contain('2 would be replayed, 2 would not.')
    expect(await records()).to.deep.equal([])
  })

  it('rejects events of publications, and dead letters that name another topic', async () => {
    const { code, stderr } = await run('replay', '3:0', '3:1', '0:0')
    expect(code).to.equal(1)
    expect(stderr).to.contain('3:0 is not replayed. It is an event of a BOM publication. Send the publication again.')
    expect(stderr).to.contain(`3:1 is not replayed. Its topic is payments, not ${kafka.topics.records.name}.`)
    expect(stderr).to.match(/tda: 2 of the named dead letters cannot be replayed\.\n$/)
    expect(await keys()).to.deep.equal(['a'])
  })

  it('sends events again with their key, value and headers, without those of the dead letter', async () => {
    const { code, stderr } = await run('replay', '--reason', 'malformed')
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '1 replayed, 0 not replayed.\n' })
    const replayed = (await records()).find(({ key }) => String(key) === 'b')
    expect(replayed?.value).to.deep.equal(bytes)
    const headers = Object.entries(replayed?.headers ?? {}).map(([name, value]) => [name, String(value)])
    expect(Object.fromEntries(headers)).to.deep.equal({
      'content-type': 'application/cloudevents+json',
      traceparent: '00-1-2-03',
    })
    expect((await run('replay', '--organization', 'missing')).stderr).to.equal('0 replayed, 0 not replayed.\n')
    expect(await keys()).to.deep.equal(['a', 'b'])
  })

  it('audits what was replayed, for each organization', async () => {
    const audit = await recordsOf(kafka.connection, kafka.topics.audit.name)
    const changes = audit.map(({ value }) => JSON.parse(String(value)))
    expect(
      changes.map(({ organization, operation, rows }) => ({ organization, operation, rows })).sort(byOrganization),
    ).to.deep.equal([
      { organization: 'northwold', operation: 'dlq replay', rows: 1 },
      { organization: 'quillmere', operation: 'dlq replay', rows: 1 },
    ])
  })

  const byOrganization = (a: { organization: string }, b: { organization: string }) =>
    a.organization < b.organization ? -1 : 1
})

describe('tda dlq list', () => {
  const variables = freshInstallation()
  const [named, other, listing] = [freshOrganization(), freshOrganization(), freshOrganization()]
  const source = `/plm/${listing}`
  const HOUR = 3_600_000
  const begun = Date.parse('2026-11-01T00:00:00.000Z')
  let graph: Graph
  let kafka: Awaited<ReturnType<typeof prepareTopics>>
  const run = (...args: string[]) => tda(variables, ['dlq', 'list', ...args])
  const subjects = async (...args: string[]) =>
    documents(await run('--json', ...args)).map(({ subject, key }) => subject ?? key)

  /** Control and direction characters, as an event can contain them. */
  const hostile = 'x\u001b[2J\u009b1m\u202e\u2028y'
  /** Most of them lack the header `dlq.tenant`, as in dead letters of an earlier version. */
  const deadLetters: { key: string | null; value: string | null; headers?: Record<string, string> }[] = [
    { key: `${named}/supplier/plm/main/V-1`, value: '{"' },
    { key: null, value: JSON.stringify({ tenantid: named, subject: 'V-2', type: 'tenantdata.supplier.upserted.v1' }) },
    { key: `${other}/supplier/plm/main/V-3`, value: JSON.stringify({ tenantid: named, subject: 'V-3' }) },
    { key: 'M-4', value: JSON.stringify({ source, subject: 'V-4' }) },
    { key: 'M-5', value: 'nothing' },
    { key: 'M-6', value: '{}', headers: { ce_specversion: '1.0', ce_subject: hostile, ce_type: hostile } },
    { key: hostile, value: null },
    { key: 'k'.repeat(3000), value: null, headers: { 'dlq.tenant': named } },
  ]

  before(async () => {
    graph = connectTestGraph()
    for (const key of [named, other, listing]) await register(graph, key)
    await graph.write((run) => run(allowSources, null, { key: listing, sources: [source] }))
    kafka = await prepareTopics(variables)
    const producer = kafka.connection.createProducer()
    // One dead letter per hour, each in another partition than the previous one.
    await producer.send(
      deadLetters.map(({ headers = {}, ...letter }, at) => ({
        topic: kafka.topics.dlq.name,
        partition: (at * 5) % 12,
        timestamp: begun + at * HOUR,
        ...letter,
        headers: { 'dlq.reason': at % 2 === 0 ? 'malformed' : 'key_mismatch', ...headers },
      })),
    )
    await producer.disconnect()
  })

  after(() => graph.close())

  it('shows the newest first over all partitions, with time, subject, key and type, null where unknown', async () => {
    const all = documents(await run('--json'))
    expect(all.map(({ at }) => at)).to.deep.equal(
      deadLetters.map((_, at) => new Date(begun + at * HOUR).toISOString()).reverse(),
    )
    expect(all.map(({ key, subject, type }) => ({ key, subject, type })).reverse()).to.deep.equal([
      { key: `${named}/supplier/plm/main/V-1`, subject: null, type: null },
      { key: null, subject: 'V-2', type: 'tenantdata.supplier.upserted.v1' },
      { key: `${other}/supplier/plm/main/V-3`, subject: 'V-3', type: null },
      { key: 'M-4', subject: 'V-4', type: null },
      { key: 'M-5', subject: null, type: null },
      { key: 'M-6', subject: hostile, type: hostile },
      { key: hostile, subject: null, type: null },
      { key: `${'k'.repeat(999)}…`, subject: null, type: null },
    ])
  })

  it('finds dead letters of an organization by key, tenantid, or allowed source, even without a header', async () => {
    expect(await subjects('--organization', named)).to.deep.equal([
      `${'k'.repeat(999)}…`,
      'V-3',
      'V-2',
      `${named}/supplier/plm/main/V-1`,
    ])
    expect(await subjects('--organization', other)).to.deep.equal(['V-3'])
    expect(await subjects('--organization', listing)).to.deep.equal(['V-4'])
    const all = documents(await run('--json', '--reason', 'malformed'))
    const [mismatched] = all.filter(({ subject }) => subject === 'V-3')
    expect(mismatched).to.deep.include({ organization: null, named: [named, other].sort() })
    const { stdout } = await run('--organization', other)
    expect(stdout).to.contain(` ${[named, other].sort().join('/')}? `)
  })

  it('ends at its limit, and prints how to see more', async () => {
    for (const filters of [[], ['--since', '2026-11-01T00:00:00Z'], ['--reason', 'malformed']]) {
      const whole = await run('--json', ...filters)
      expect(whole.stderr, filters.join(' ')).to.equal('')
      const all = documents(whole)
      const limit = all.length - 1
      const some = await run('--json', '--limit', String(limit), ...filters)
      expect(documents(some)).to.deep.equal(all.slice(0, limit))
      expect(some.stderr).to.equal(`Only the newest ${limit} are shown. Use --limit or a filter to see others.\n`)
      expect(await run('--json', '--limit', String(all.length), ...filters)).to.deep.equal(whole)
    }
    for (const limit of ['0', '-1', '10001', 'all']) expect((await run('--limit', limit)).code, limit).to.equal(1)
  })

  it('escapes control characters of events, in text and in JSON', async () => {
    const hidden = /[^\P{C}\n]|[\u2028\u2029]/u
    const position = documents(await run('--json')).find(({ key }) => key === 'M-6')?.position
    const outputs = [
      await run(),
      await run('--json'),
      await tda(variables, ['dlq', 'show', position]),
      await tda(variables, ['dlq', 'show', position, '--json']),
    ]
    for (const { stdout } of outputs) expect(stdout).to.contain('[2J').and.not.match(hidden)
  })

  it('lists dead letters while the graph is down, and prints what is missing', async () => {
    const away = await tda({ ...variables, NEO4J_URI: 'bolt://127.0.0.1:1' }, ['dlq', 'list', '--json'])
    expect(away.code).to.equal(0)
    expect(away.stderr).to.match(/^Dead letters that only name a source are shown without an organization: Neo4j at /)
    const owners = documents(away).map(({ organization }) => organization)
    expect(owners.reverse()).to.deep.equal([named, named, null, null, null, null, null, named])
  })
})
