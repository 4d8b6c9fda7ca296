import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Registry } from 'prom-client'
import { AuditTrail } from '../../../audit/audit-trail.ts'
import { auditEnvironment, auditRecord, logLines, receiver } from '../../support/api/audit.ts'
import { until } from '../../support/until.ts'

describe('the spool of the audit trail', () => {
  const environment = auditEnvironment({ AUDIT_FLUSH_MS: '20', AUDIT_SPOOL_MAX: '40000' })
  const root = environment.AUDIT_SPOOL
  let open: AuditTrail[] = []
  let log = logLines()
  let registry = new Registry()

  beforeEach(() => {
    rmSync(root, { recursive: true, force: true })
    log = logLines()
    registry = new Registry()
  })

  afterEach(async () => {
    await Promise.all(open.map((trail) => trail.close().catch(() => undefined)))
    open = []
  })

  function start(
    to: ReturnType<typeof receiver>,
    options: { registry?: Registry; now?: () => Date; closeWithinMs?: number; segmentMs?: number } = {},
  ): AuditTrail {
    const trail = new AuditTrail({ environment, log, closeWithinMs: 100, ...options }, { deliver: to.deliver })
    open.push(trail)
    return trail
  }

  function write(trail: AuditTrail, from: number, to: number, fields = {}): void {
    for (let n = from; n < to; n++) trail.record(auditRecord({ operation: String(n), ...fields }))
  }

  const folders = () => readdirSync(root).map((name) => join(root, name))
  const operations = (to: ReturnType<typeof receiver>) => to.records.map(({ operation }) => Number(operation))
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
  const metric = async (name: string) =>
    (await registry.getSingleMetric(name)?.get())?.values.reduce((sum, { value }) => sum + value, 0)

  it('delivers each record once and in order, and leaves no file', async () => {
    const to = receiver()
    const trail = start(to, { closeWithinMs: 60_000 })
    write(trail, 0, 500)
    await until('delivery', () => to.records.length === 500)
    write(trail, 500, 1000)
    await trail.close()
    expect(operations(to)).to.deep.equal(upTo(1000))
    expect(trail.undeliveredBytes()).to.equal(0)
    expect(folders()).to.deep.equal([])
  })

  it('deletes delivered records from the disk while it is open, and continues with the next ones', async () => {
    const to = receiver()
    const trail = start(to, { segmentMs: 0 })
    const texts = () =>
      folders()
        .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
        .map((file) => readFileSync(file, 'utf8'))
    write(trail, 0, 20, { organization: 'quillmere' })
    await until('delivery', () => to.records.length === 20)
    await until('the deletion', () => texts().every((text) => !text.includes('quillmere')))
    write(trail, 20, 40, { organization: 'brannock' })
    await trail.close()
    expect(operations(to)).to.deep.equal(upTo(40))
  })

  it('keeps undelivered records, which the next process delivers in order', async () => {
    const nobody = Object.assign(receiver(), { refusing: true })
    const first = start(nobody)
    write(first, 0, 20)
    await first.close()
    expect(first.undeliveredBytes()).to.be.greaterThan(0)
    const to = receiver()
    const second = start(to)
    write(second, 20, 40)
    await until('the earlier records', () => to.records.length === 40)
    await second.close()
    expect(operations(to).filter((n) => n < 20)).to.deep.equal(upTo(20))
    expect(folders()).to.deep.equal([])
  })

  it('logs once when deliveries fail and once when they succeed again, and counts both', async () => {
    const to = Object.assign(receiver(), { refusing: true })
    const trail = start(to, { registry })
    write(trail, 0, 10)
    await until('two failures', async () => ((await metric('tda_audit_failures_total')) ?? 0) >= 2)
    expect(await metric('tda_audit_oldest_undelivered_seconds')).to.be.greaterThan(0)
    expect(await metric('tda_audit_spool_bytes')).to.be.greaterThan(0)
    to.refusing = false
    await until('delivery', () => to.records.length === 10)
    await until('the metrics', async () => (await metric('tda_audit_delivered_total')) === 10)
    expect(await metric('tda_audit_spool_bytes')).to.equal(0)
    expect(await metric('tda_audit_oldest_undelivered_seconds')).to.equal(0)
    expect(log.lines.map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
      'warn audit records wait on disk: Kafka does not take them',
      'info audit records reach Kafka again',
    ])
  })

  it('is full at its size limit, then counts rejected requests in few records, and recovers', async () => {
    const to = Object.assign(receiver(), { refusing: true })
    const trail = start(to, { registry })
    let answered = 0
    while (!trail.isFull() && answered < 500) write(trail, answered, ++answered)
    await until('the report', () => log.lines.some(({ level }) => level === 'error'))
    const bytes = trail.undeliveredBytes()
    expect(bytes).to.be.within(40_000, 41_000)
    for (let n = 0; n < 300; n++) trail.record(auditRecord({ status: 503, code: 'overloaded' }))
    expect(trail.undeliveredBytes()).to.equal(bytes)
    write(trail, answered, answered + 5)
    to.refusing = false
    await until('room', () => !trail.isFull())
    await trail.close()
    const refused = to.records.filter(({ status }) => status === 503)
    expect(refused.reduce((sum, { count }) => sum + count, 0)).to.equal(300)
    expect(refused.length).to.be.lessThan(3)
    expect(to.records.filter(({ status }) => status === 200)).to.have.length(answered + 5)
    expect(log.lines.map(({ level, message }) => `${level} ${message}`)).to.include(
      'info audit spool takes records again',
    )
  })

  it('is full when the disk is full, fails no request, loses no record, and recovers', async () => {
    const to = receiver()
    const trail = start(to, { registry })
    const [own = ''] = folders()
    const segment = join(own, '000000000001.ndjson')
    symlinkSync('/dev/full', segment)
    write(trail, 0, 10)
    await until('a full disk', () => trail.isFull())
    expect(log.lines[0]).to.include({ level: 'error' })
    expect(JSON.stringify(log.lines[0]?.fields)).to.contain('ENOSPC')
    write(trail, 10, 20)
    unlinkSync(segment)
    await until('recovery', () => !trail.isFull())
    await trail.close()
    expect(operations(to)).to.deep.equal(upTo(20))
  })

  it('throws on close if the last records could not be written', async () => {
    const trail = start(receiver())
    const [own = ''] = folders()
    symlinkSync('/dev/full', join(own, '000000000001.ndjson'))
    symlinkSync('/dev/full', join(own, '000000000002.ndjson'))
    write(trail, 0, 1)
    const failure = await trail.close().catch((error: Error) => error.message)
    expect(failure).to.match(/^Audit records could not be written to .*ENOSPC/)
  })

  it('skips a line that a crash left incomplete, and no other', async () => {
    const nobody = Object.assign(receiver(), { refusing: true })
    const first = start(nobody)
    write(first, 0, 10)
    await first.close()
    const [left = ''] = folders()
    const segment = join(left, '000000000001.ndjson')
    truncateSync(segment, first.undeliveredBytes() - 40)
    const to = receiver()
    const second = start(to)
    write(second, 10, 12)
    await until('the others', () => to.records.length === 11)
    await second.close()
    expect(operations(to).sort((a, b) => a - b)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11])
    expect(log.lines.filter(({ message }) => message.includes('torn'))).to.have.length(1)
  })

  it('skips zero bytes that a power failure left instead of a line', async () => {
    const first = start(Object.assign(receiver(), { refusing: true }))
    write(first, 0, 2)
    await first.close()
    const [left = ''] = folders()
    appendFileSync(join(left, '000000000001.ndjson'), Buffer.alloc(64))
    appendFileSync(join(left, '000000000001.ndjson'), '\n')
    const to = receiver()
    const second = start(to)
    await until('the records', () => to.records.length === 2)
    await until('the end of the folder', () => !existsSync(left))
    await second.close()
    expect(operations(to)).to.deep.equal([0, 1])
  })

  it('lets exactly one of two processes take over the records of a dead process', async () => {
    const first = start(Object.assign(receiver(), { refusing: true }))
    write(first, 0, 50)
    await first.close()
    const [one, other] = [receiver(), receiver()]
    const both = [start(one), start(other)]
    await until('the records', () => one.records.length + other.records.length >= 50)
    await Promise.all(both.map((trail) => trail.close()))
    expect([one.records.length, other.records.length].sort((a, b) => a - b)).to.deep.equal([0, 50])
  })

  it('does not touch the folder of a live process, and counts its bytes towards the limit', async () => {
    const nobody = Object.assign(receiver(), { refusing: true })
    const first = start(nobody)
    write(first, 0, 40)
    const to = receiver()
    const second = start(to)
    await until('the other bytes', () => second.undeliveredBytes() > 15_000)
    expect(to.records).to.deep.equal([])
    for (let n = 0; n < 500 && !first.isFull(); n++) write(first, 0, 1)
    await until('full', () => second.isFull())
    expect(to.records).to.deep.equal([])
  })

  it('counts the failed authentications of an IP address per minute in one record', async () => {
    const to = receiver()
    const clock = { now: new Date('2027-03-14T02:10:59.900Z') }
    const trail = start(to, { now: () => clock.now })
    for (let n = 0; n < 7; n++) trail.recordFailedAuthentication('192.0.2.1')
    trail.recordFailedAuthentication('192.0.2.2', 'mcp')
    clock.now = new Date('2027-03-14T02:11:00.100Z')
    for (let n = 0; n < 3; n++) trail.recordFailedAuthentication('192.0.2.1')
    await until('the finished minute', () => to.records.length === 2)
    await trail.close()
    const counts = to.records.map(({ address, time, status, count, interface: via, code }) => ({
      address,
      minute: time.slice(0, 16),
      status,
      count,
      via,
      code,
    }))
    const common = { status: 401, code: 'invalid_token' }
    expect(counts).to.deep.equal([
      { address: '192.0.2.1', minute: '2027-03-14T02:10', count: 7, via: 'rest', ...common },
      { address: '192.0.2.2', minute: '2027-03-14T02:10', count: 1, via: 'mcp', ...common },
      { address: '192.0.2.1', minute: '2027-03-14T02:11', count: 3, via: 'rest', ...common },
    ])
  })

  it('counts any number of IP addresses in bounded memory', async () => {
    const to = receiver()
    const trail = start(to)
    for (let n = 0; n < 3000; n++) trail.recordFailedAuthentication(`192.0.2.${n}`)
    await trail.close()
    expect(to.records.length).to.be.lessThan(1010)
    expect(to.records.reduce((sum, { count }) => sum + count, 0)).to.equal(3000)
  })
})
