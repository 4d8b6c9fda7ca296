import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ndjsonOf, supplierEvent } from '../support/events/events.ts'
import { prepareTopics, recordsOf } from '../support/processes/kafka.ts'
import { freshInstallation, startTda } from '../support/processes/tda.ts'
import { until } from '../support/until.ts'
import { cluster } from './world.ts'

describe('tda feed, while no replica is in sync with the leaders', () => {
  const [, ...others] = cluster.brokers

  afterEach(async () => {
    for (const broker of others) broker.resume()
    await cluster.untilWhole()
  })

  it('reports that events are not confirmed, and completes when the replicas are back', async () => {
    const variables = freshInstallation(cluster.addresses)
    const { connection, topics } = await prepareTopics(variables)
    const file = join(variables.AUDIT_SPOOL ?? '', 'events.ndjson')
    const subjects = Array.from({ length: 50 }, (_, at) => `s-${at}`)
    writeFileSync(file, ndjsonOf(subjects.map((subject) => supplierEvent('quillmere', subject))))
    for (const broker of others) await broker.suspend()
    const child = startTda(variables, ['feed', file])
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
    // Longer than a failover, which takes up to the session timeout of 9 s, Kafka's default.
    await until('its patience', () => / not confirmed for (1[5-9]|[2-9]\d) s/.test(output) || child.exitCode !== null)
    expect(child.exitCode).to.equal(null)
    for (const broker of others) broker.resume()
    await until('its end', () => child.exitCode !== null, 120_000)
    expect(child.exitCode, output).to.equal(0)
    const fed = await recordsOf(connection, topics.records.name)
    expect(new Set(fed.map(({ value }) => JSON.parse(String(value)).subject))).to.deep.equal(new Set(subjects))
  })
})
