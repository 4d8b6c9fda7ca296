import { expect } from 'chai'
import { openAuditTrail } from '../../audit/open-audit-trail.ts'
import { readTopic } from '../../kafka/topics/read-topic.ts'
import { auditEnvironment, auditRecord } from '../support/api/audit.ts'
import { prepareTopics, quiet } from '../support/processes/kafka.ts'
import { documents, freshInstallation, startTda, tda } from '../support/processes/tda.ts'

describe('tda audit', () => {
  const variables = freshInstallation()
  let kafka: Awaited<ReturnType<typeof prepareTopics>>

  const at = (hour: number) => new Date(Date.now() - (60 - hour) * 3_600_000).toISOString()
  const first = auditRecord({ organization: 'quillmere', time: at(0), operation: 'getEntity', status: 200 })
  const second = auditRecord({
    organization: 'quillmere',
    time: at(20),
    operation: 'searchEntities',
    status: 403,
    code: 'insufficient_scope',
  })
  const third = auditRecord({
    organization: 'northwold',
    time: at(40),
    operation: 'getEntity',
    status: 404,
    credentialId: 'other',
  })
  const guesses = auditRecord({
    organization: null,
    credentialId: null,
    time: at(50),
    operation: null,
    status: 401,
    address: '192.0.2.1',
    count: 12,
  })

  before(async () => {
    kafka = await prepareTopics(variables)
    const trail = openAuditTrail({ environment: auditEnvironment(variables), clientId: 'test', log: quiet })
    for (const record of [first, second, third, guesses]) trail.record(record)
    await trail.close()
    const producer = kafka.connection.createProducer()
    await producer.send([{ topic: kafka.topics.audit.name, key: 'quillmere', value: '{"id": ', headers: {} }])
    await producer.disconnect()
  })

  const run = (...args: string[]) => tda(variables, ['audit', ...args])
  const times = async (...args: string[]) =>
    documents(await run(...args))
      .map(({ time }) => time)
      .sort()

  it('prints every record as JSON Lines, and skips what is not JSON', async () => {
    const found = documents(await run())
    expect(found).to.have.deep.members([first, second, third, guesses])
    const own = found.filter(({ organization }) => organization === 'quillmere')
    expect(own).to.deep.equal([first, second])
  })

  it('filters by organization, credential, operation, status and time', async () => {
    expect(await times('--organization', 'quillmere')).to.deep.equal([first.time, second.time])
    expect(await times('--credential', 'other')).to.deep.equal([third.time])
    expect(await times('--operation', 'getEntity')).to.deep.equal([first.time, third.time])
    expect(await times('--status', '403')).to.deep.equal([second.time])
    expect(await times('--status', '4xx')).to.deep.equal([second.time, third.time, guesses.time])
    expect(await times('--since', second.time, '--until', guesses.time)).to.deep.equal([second.time, third.time])
    expect(await times('--since', '25h')).to.deep.equal([third.time, guesses.time])
    expect(await times('--organization', 'quillmere', '--status', '2xx', '--json')).to.deep.equal([first.time])
    expect(await times('--organization', 'missing')).to.deep.equal([])
  })

  it('writes CSV with a header, even if no record matches', async () => {
    const { stdout } = await run('--csv', '--organization', 'northwold')
    const [header, line, end] = stdout.split('\r\n')
    expect(header).to.match(/^id,time,request_id,/)
    expect(line).to.contain(`${third.id},${third.time},`)
    expect(end).to.equal('')
    expect((await run('--csv', '--organization', 'missing')).stdout).to.equal(`${header}\r\n`)
  })

  it('reads no records before the given time', async () => {
    let read = 0
    const count = () => void read++
    await readTopic(kafka.connection, { topic: kafka.topics.audit.name, since: Date.now() + 60_000, onRecord: count })
    expect(read).to.equal(0)
    await readTopic(kafka.connection, { topic: kafka.topics.audit.name, since: Date.now() - 600_000, onRecord: count })
    expect(read).to.equal(5)
  })

  it('exits without an error when the reader of its output closes the pipe', async () => {
    const child = startTda(variables, ['audit'])
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
  })

  it('prints one line for an error', async () => {
    for (const [args, message] of [
      [['--status', 'bad'], '"bad" is not a valid status. Use a form such as 403, or 4xx for all of its class.'],
      [['--since', 'yesterday'], '"yesterday" is not a valid duration. Use a form such as 30d, 12h, 15m, or 90s.'],
      [['--csv', '--json'], '--csv and --json cannot be combined. Use one of them.'],
    ] as const) {
      expect(await run(...args)).to.deep.equal({ code: 1, stdout: '', stderr: `tda: ${message}\n` })
    }
    const away = await tda({ ...variables, KAFKA_BROKERS: '127.0.0.1:9' }, ['audit'])
    expect(away.code).to.equal(1)
    expect(away.stderr).to.match(/^tda: Kafka at 127\.0\.0\.1:9 cannot be used: the connection was refused .*\n$/)
  })
})
