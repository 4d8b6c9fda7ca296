import { expect } from 'chai'
import { connectProducer, type Producer } from '../../kafka/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { prepareTopics, recordsOf } from '../support/kafka.ts'
import { documents, freshInstallation, tda } from '../support/tda.ts'

describe('tda dlq', () => {
  const variables = freshInstallation()
  const bytes = Buffer.from([0, 255, 10, 27, 91, 0x22])
  let kafka: Awaited<ReturnType<typeof prepareTopics>>
  let producer: Producer

  before(async () => {
    kafka = await prepareTopics(variables)
    producer = connectProducer(kafka.connection)
  })

  after(() => producer.disconnect())

  /** A dead letter as the event contract says; `fields` replace its headers. */
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

  it('is empty at first', async () => {
    expect(await run('list')).to.deep.equal({ code: 0, stdout: '', stderr: '' })
    expect(await run('show', '0:0')).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'tda: There is no dead letter at 0:0\n',
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
    const people = await run('list', '--reason', 'malformed')
    expect(people.stdout).to.match(/^0:1 +\S+ +malformed +northwold +\S+records\.v1\/4:17 {2}name: Invalid input\n$/)
  })

  it('shows one with its headers and its value', async () => {
    const [shown] = documents(await run('show', '0:0', '--json'))
    expect(shown).to.deep.include({ position: '0:0', key: 'a', value: { base64: bytes.toString('base64') } })
    expect(shown.headers).to.include({ traceparent: '00-1-2-03', 'dlq.offset': '17' })
    const people = await run('show', '0:0')
    expect(people.stdout).to.match(/^key: a\n(.+: .+\n)+\n\(base64\) /)
    expect((await run('show', '0')).stderr).to.equal(
      'tda: "0" is no position: write partition:offset as `tda dlq list` does\n',
    )
  })

  it('replays nothing by an oversight, and nothing on a dry run', async () => {
    const { code, stderr } = await run('replay')
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'tda: Say what to replay: positions, --reason, --organization, --since, or --all\n',
    })
    const dry = await run('replay', '--all', '--dry-run', '--json')
    expect(
      documents(dry)
        .map(({ position }) => position)
        .sort(),
    ).to.deep.equal(['0:0', '0:1'])
    expect(dry.stderr).to.contain('2 would be replayed, 2 not.')
    expect(await records()).to.deep.equal([])
  })

  it('refuses events of publications, and letters that name another topic', async () => {
    const { code, stderr } = await run('replay', '3:0', '3:1', '0:0')
    expect(code).to.equal(1)
    expect(stderr).to.contain(
      '3:0 is not replayed: events of a publication are not replayed: send the publication anew',
    )
    expect(stderr).to.contain(`3:1 is not replayed: it names payments as its topic, not ${kafka.topics.records.name}`)
    expect(stderr).to.match(/tda: 2 of the named dead letters cannot be replayed\n$/)
    expect(await keys()).to.deep.equal(['a'])
  })

  it('sends events again with their key, value and headers, but for those of the dead letter', async () => {
    const { code, stderr } = await run('replay', '--reason', 'malformed')
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '1 replayed, 0 not.\n' })
    const replayed = (await records()).find(({ key }) => String(key) === 'b')
    expect(replayed?.value).to.deep.equal(bytes)
    const headers = Object.entries(replayed?.headers ?? {}).map(([name, value]) => [name, String(value)])
    expect(Object.fromEntries(headers)).to.deep.equal({
      'content-type': 'application/cloudevents+json',
      traceparent: '00-1-2-03',
    })
    expect((await run('replay', '--organization', 'nobody')).stderr).to.equal('0 replayed, 0 not.\n')
    expect(await keys()).to.deep.equal(['a', 'b'])
  })

  it('leaves an audit record of what was replayed, for each organization', async () => {
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
