import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { allowSources } from '../../cypher/system/credentials.ts'
import type { KafkaRecord } from '../../kafka/records.ts'
import { recordOf, supplierOf, timeOf } from '../support/events/source-event.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'

type Case = {
  reason: string
  /** The organization that it is attributed to. */
  tenant: string | null
  key: string | null
  value: string | Buffer
  headers?: Record<string, string | string[]>
}

describe('Kafka records that cannot be applied', () => {
  const marker = `marker${randomBytes(6).toString('hex')}`
  let installation: Installation
  let projector: ProjectorHere
  let cases: Record<string, Case>

  before(async () => {
    installation = await openInstallation()
    projector = await installation.startHere({ LOG_LEVEL: 'debug' })
    const picky = freshOrganization()
    await register(installation.graph, picky)
    await installation.graph.write((run) => run(allowSources, null, { key: picky, sources: ['/erp/main'] }))
    cases = casesOf(installation.organization, picky)
    await installation.send(
      Object.values(cases).map(({ key, value, headers = {} }) => ({ key, value, headers, partition: 5 })),
      { compression: 'none' },
    )
    await installation.feed([supplierOf('after', 1)])
    await installation.caughtUp()
  })
  after(() => installation.close())

  /** At least one record for each reason; each value contains the marker, which must not reach logs. */
  function casesOf(organization: string, picky: string): Record<string, Case> {
    const { key, value } = recordOf(organization, supplierOf('1', 1, marker))
    const changed = (fields: object) => JSON.stringify({ ...JSON.parse(value), ...fields })
    const other = (to: string) => ({ tenant: to, key: key.replace(organization, to), value: changed({ tenantid: to }) })
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const large = randomBytes(480 * 1024).toString('hex')
    const tenant = organization
    const moved = { type: 'tenantdata.supplier.moved.v1' }
    return {
      'text that is no JSON': { reason: 'malformed', tenant, key, value: `{"${marker}` },
      'bytes that are no text': {
        reason: 'malformed',
        tenant,
        key,
        value: Buffer.from(`"${marker}\xff\xfe"`, 'latin1'),
      },
      'JSON that is no object': { reason: 'malformed', tenant, key, value: `["${marker}"]` },
      'no time': { reason: 'malformed', tenant, key, value: changed({ time: marker }) },
      'nested without end': { reason: 'malformed', tenant, key, value: `{"${marker}":${deep}}` },
      'more than 900 KiB': { reason: 'malformed', tenant, key, value: changed({ padding: large }) },
      'text that names no organization, under a name of our own headers': {
        reason: 'malformed',
        tenant: null,
        key: marker.toUpperCase(),
        value: `{"${marker}`,
        headers: { 'dlq.tenant': organization, 'dlq.note': marker },
      },
      'a type of another version': { reason: 'unknown_type', tenant, key, value: changed(moved) },
      'a type of another version under the key of another organization': {
        reason: 'unknown_type',
        tenant: null,
        key: key.replace(organization, picky),
        value: changed(moved),
      },
      'a type of another version under a key that is longer than an index takes': {
        reason: 'unknown_type',
        tenant,
        key: `${organization}/source_record/plm/main/item_master:${'x'.repeat(20_000)}`,
        value: changed(moved),
      },
      'data without a name': {
        reason: 'invalid_data',
        tenant,
        key,
        value: changed({ data: { supplierCode: marker } }),
      },
      'binary mode without a state': {
        reason: 'invalid_data',
        tenant,
        key,
        value: JSON.stringify({ supplierCode: 'V-1', name: marker, tier: marker }),
        headers: binary(organization, '1', { 'content-type': 'application/json', note: ['a', marker, 'b'] }),
      },
      'another organization in the key': {
        reason: 'key_mismatch',
        tenant: null,
        key: key.replace(organization, picky),
        value,
      },
      'no key': { reason: 'key_mismatch', tenant, key: null, value },
      'an organization that is not registered': { reason: 'unknown_organization', ...other(freshOrganization()) },
      'a source that is not accepted': { reason: 'source_not_allowed', ...other(picky) },
    }
  }

  function binary(organization: string, subject: string, more: Record<string, string | string[]> = {}) {
    return {
      ce_specversion: '1.0',
      ce_id: 'b',
      ce_source: '/plm/main',
      ce_type: 'tenantdata.supplier.upserted.v1',
      ce_subject: subject,
      ce_time: timeOf(1),
      ce_tenantid: organization,
      ce_sourceversion: '1',
      ...more,
    }
  }

  const textOf = (headers: KafkaRecord['headers'], name: string) => String(headers[name])
  const isOurs = ([name]: [string, unknown]) => name.startsWith('dlq.')

  it('are published to the dead letter topic unchanged, with their reason, topic, and partition', async () => {
    const deadLetters = await installation.deadLetters()
    expect(deadLetters).to.have.length(Object.keys(cases).length)
    for (const [name, { reason, key, value, headers = {} }] of Object.entries(cases)) {
      const letter = deadLetters.find(
        (one) => one.value?.equals(Buffer.from(value)) && one.key?.toString() === key?.toString(),
      )
      expect(letter, name).to.not.equal(undefined)
      if (!letter) continue
      expect(textOf(letter.headers, 'dlq.reason'), name).to.equal(reason)
      const original = Object.fromEntries(Object.entries(letter.headers).filter((entry) => !isOurs(entry)))
      const sent = Object.fromEntries(Object.entries(headers).filter((entry) => !isOurs(entry)))
      expect(JSON.stringify(original), name).to.equal(JSON.stringify(buffers(sent)))
      expect(letter.headers, name).to.not.have.property('dlq.note')
      expect(textOf(letter.headers, 'dlq.topic')).to.equal(installation.topic)
      expect(textOf(letter.headers, 'dlq.partition')).to.equal('5')
      expect(Date.parse(textOf(letter.headers, 'dlq.firstFailedAt'))).to.be.closeTo(Date.now(), 120_000)
      expect(textOf(letter.headers, 'dlq.detail'), name)
        .to.match(/^.{5,1000}$/)
        .and.not.contain(marker)
    }
  })

  const buffers = (headers: Record<string, string | string[]>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((one) => Buffer.from(one)) : Buffer.from(value),
      ]),
    )

  it('keep their offset there, and their organization if they are attributed to one', async () => {
    const deadLetters = await installation.deadLetters()
    const entries = deadLetters.map(({ headers }) => [
      Number(textOf(headers, 'dlq.offset')),
      [textOf(headers, 'dlq.reason'), headers['dlq.tenant']?.toString() ?? null],
    ])
    const wanted = Object.values(cases).map(({ reason, tenant }, offset) => [offset, [reason, tenant]])
    expect(Object.fromEntries(entries)).to.deep.equal(Object.fromEntries(wanted))
  })

  it('are counted by reason, and stop no partition', async () => {
    const samples = await projector.metrics()
    const countOf = (reason: string) => samples.get(`tda_projector_dead_letters_total{reason="${reason}"}`)
    const wanted = Object.entries(Object.groupBy(Object.values(cases), ({ reason }) => reason))
    expect(wanted).to.have.length(6)
    for (const [reason, some] of wanted) expect(countOf(reason), reason).to.equal(some?.length)
    expect(samples.get('tda_projector_records_total{outcome="dead"}')).to.equal(Object.keys(cases).length)
    expect(projector.unreadyBecause()).to.equal(null)
  })

  it('do not appear in the logs, even at the level debug', () => {
    expect(projector.lines('partition claimed')).to.not.deep.equal([])
    expect(projector.output()).to.contain('"level":20').and.not.contain(marker)
  })
})
