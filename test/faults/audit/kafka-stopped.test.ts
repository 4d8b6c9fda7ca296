import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Registry } from 'prom-client'
import { openAuditTrail } from '../../../audit/open-audit-trail.ts'
import { type Databases, startDatabases } from '../../../dev/runtime/databases/start-databases.ts'
import { auditEnvironment, auditRecord, logLines } from '../../support/api/audit.ts'
import { javaFlags } from '../../support/java-flags.ts'
import { freshTopics, prepareTopics, recordsOf } from '../../support/processes/kafka.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { until } from '../../support/until.ts'

const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 15_000)
const RECORDS_A_TICK = 5
const ORGANIZATIONS = ['quillmere', 'northwold', 'pallendro']

describe('the audit trail while Kafka is stopped', function () {
  this.timeout(900_000 + 2 * OUTAGE_MS)
  const dataFolder = mkdtempSync(join(tmpdir(), 'tda-kafka-'))
  let databases: Databases

  before(async () => {
    databases = await startDatabases({ dataFolder, neo4j: false, kafka: true, kafkaPort: 0, javaFlags })
  })

  after(async () => {
    await databases.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  })

  it('accepts every record without waiting, loses none, and keeps their order', async () => {
    const { kafka, kafkaBrokers } = databases
    if (!kafka || !kafkaBrokers) throw new Error('no broker was started')
    const variables = freshTopics(kafkaBrokers)
    const { connection, topics } = await prepareTopics(variables)
    const environment = auditEnvironment(variables)
    const log = logLines()
    const registry = new Registry()
    const trail = openAuditTrail({ environment, clientId: 'audit', log, registry, closeWithinMs: 20_000 })
    let recorded = 0
    let slowestMs = 0
    const record = () => {
      const begun = process.cpuUsage()
      for (let n = 0; n < RECORDS_A_TICK; n++, recorded++) {
        const organization = ORGANIZATIONS[recorded % ORGANIZATIONS.length] ?? ''
        trail.record(auditRecord({ organization, operation: String(recorded) }))
      }
      const { user, system } = process.cpuUsage(begun)
      slowestMs = Math.max(slowestMs, (user + system) / 1000)
    }
    const recording = setInterval(record, 10)
    await until('the first deliveries', () => recorded > 500 && trail.undeliveredBytes() < 100_000)
    await kafka.stop()
    const stoppedMs = stopwatch()
    await until('the end of the outage', () => stoppedMs() > OUTAGE_MS, OUTAGE_MS + 5000)
    const held = trail.undeliveredBytes()
    expect(trail.isFull()).to.equal(false)
    await kafka.start()
    await until('delivery', () => trail.undeliveredBytes() < 50_000)
    clearInterval(recording)
    await trail.close()

    expect(held).to.be.greaterThan(1_000_000)
    expect(trail.undeliveredBytes()).to.equal(0)
    expect(slowestMs, 'the longest time that five calls of record() blocked').to.be.lessThan(100)
    const records = await recordsOf(connection, topics.audit.name)
    const numbers = new Set<number>()
    for (const organization of ORGANIZATIONS) {
      const own = records
        .filter(({ key }) => String(key) === organization)
        .map(({ value }) => JSON.parse(String(value)))
      const first = [...new Map(own.map(({ id, operation }) => [id, Number(operation)])).values()]
      expect(first).to.deep.equal(first.toSorted((a, b) => a - b))
      for (const number of first) numbers.add(number)
    }
    expect(numbers.size).to.equal(recorded)
    const messages = log.lines.filter(({ message }) => message.startsWith('audit')).map(({ message }) => message)
    expect(messages).to.deep.equal([
      'audit records wait on disk: Kafka does not take them',
      'audit records reach Kafka again',
    ])
    expect(await registry.metrics()).to.match(/^tda_audit_failures_total\{by="kafka"\} [1-9]/m)
  })
})
