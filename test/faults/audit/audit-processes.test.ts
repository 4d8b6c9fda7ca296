import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { openAuditTrail } from '../../../audit/open-audit-trail.ts'
import { AuditRecord } from '../../../schemas/audit.ts'
import { auditEnvironment } from '../../support/api/audit.ts'
import { freshTopics, prepareTopics, quiet, recordsOf } from '../../support/processes/kafka.ts'
import { until } from '../../support/until.ts'

const program = fileURLToPath(new URL('audit-writer.ts', import.meta.url))

interface Writer {
  child: ChildProcessByStdio<Writable, Readable, null>
  /** The records that the process printed as recorded: number and time. */
  told: { number: number; at: number }[]
  ended: Promise<unknown>
}

describe('the audit trail of several processes', () => {
  const variables = freshTopics()
  let kafka: Awaited<ReturnType<typeof prepareTopics>>

  before(async () => {
    kafka = await prepareTopics(variables)
  })

  function startWriter(organization: string, folder: string): Writer {
    const env = { ...process.env, ...variables, AUDIT_SPOOL: folder }
    const child = spawn(process.execPath, [program, organization], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const told: Writer['told'] = []
    let rest = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [number = Number.NaN, at = Number.NaN] = line.split(' ').map(Number)
        told.push({ number, at })
      }
    })
    return { child, told, ended: once(child, 'close') }
  }

  /** The numbers that reached Kafka, each once, in the order of their first arrival. */
  async function delivered(organization: string): Promise<number[]> {
    const records = await recordsOf(kafka.connection, kafka.topics.audit.name)
    const own = records.filter(({ key }) => String(key) === organization).map(({ value }) => JSON.parse(String(value)))
    return [...new Map(own.map(({ id, operation }) => [id, Number(operation)])).values()]
  }

  /** The number of failed authentications from one address in Kafka. Records with the same ID count once. */
  async function refusals(address: string): Promise<number> {
    const records = await recordsOf(kafka.connection, kafka.topics.audit.name)
    const all = records.map(({ value }) => AuditRecord.parse(JSON.parse(String(value))))
    const own = new Map(all.filter((record) => record.address === address).map(({ id, count }) => [id, count]))
    return [...own.values()].reduce((sum, count) => sum + count, 0)
  }

  const upTo = (count: number) => Array.from({ length: count }, (_, number) => number)

  for (const records of [200, 600, 1500]) {
    it(`loses at most the last AUDIT_FLUSH_MS of records and counts to a kill -9 after ${records} records`, async () => {
      const environment = auditEnvironment(variables)
      const organization = `killed${records}`
      const writer = startWriter(organization, environment.AUDIT_SPOOL)
      await until('the records', () => writer.told.length >= records)
      writer.child.kill('SIGKILL')
      await writer.ended
      const heir = openAuditTrail({ environment, clientId: 'heir', log: quiet })
      await until('the adopted records', () => heir.undeliveredBytes() === 0)
      await heir.close()
      const kept = await delivered(organization)
      expect(kept).to.deep.equal(upTo(kept.length))
      const lost = writer.told.slice(kept.length)
      const killedAt = writer.told.at(-1)?.at ?? 0
      expect(killedAt - (lost[0]?.at ?? killedAt)).to.be.at.most(environment.AUDIT_FLUSH_MS)
      expect(kept.length).to.be.greaterThan(0)
      const counted = await refusals(organization)
      const uncounted = writer.told.slice(counted)
      expect(killedAt - (uncounted[0]?.at ?? killedAt)).to.be.at.most(environment.AUDIT_FLUSH_MS)
      expect(counted).to.be.greaterThan(0)
      expect(readdirSync(environment.AUDIT_SPOOL)).to.deep.equal([])
    })
  }

  it('lets a running process deliver the records that a killed process left in the shared spool folder', async () => {
    const environment = auditEnvironment(variables)
    const outage = { ...variables, KAFKA_BROKERS: '127.0.0.1:9' }
    const folder = environment.AUDIT_SPOOL
    const survivor = startWriter('survivor', folder)
    const env = { ...process.env, ...outage, AUDIT_SPOOL: folder }
    const victim = spawn(process.execPath, [program, 'victim'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    let told = ''
    victim.stdout.on('data', (chunk) => {
      told += chunk
    })
    await until('records of both', () => survivor.told.length > 100 && told.split('\n').length > 400)
    victim.kill('SIGKILL')
    await once(victim, 'close')
    const adopted = await until('adoption', async () => {
      const numbers = await delivered('victim')
      return numbers.length > 0 && readdirSync(folder).length === 1 && numbers
    })
    expect(adopted).to.deep.equal(upTo(adopted.length))
    expect(adopted.length).to.be.greaterThan(200)
    survivor.child.stdin.end()
    await survivor.ended
    expect(await delivered('survivor')).to.deep.equal(upTo(survivor.told.length))
    expect(readdirSync(folder)).to.deep.equal([])
  })
})
