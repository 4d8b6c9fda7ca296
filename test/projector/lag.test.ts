import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { claimOffset, listOffsets } from '../../cypher/system/offsets.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { heldGraph } from '../support/graph/held-graph.ts'
import { limitRecords } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { until } from '../support/until.ts'

const PARTITION = 3
const RECORDS = 500

describe('the lag of a partition', () => {
  let installation: Installation
  let projector: ProjectorHere
  const held = heldGraph()
  before(async () => {
    installation = await openInstallation()
    projector = await installation.startHere({}, held.through)
    await projector.untilReady()
  })
  after(async () => {
    held.release()
    await installation?.close()
  })

  const lag = async () => {
    const name = `tda_projector_lag_records{topic="${installation.topic}",partition="${PARTITION}"}`
    return (await projector.metrics()).get(name)
  }

  it('does not count records that this process applied, even while it claims the partition again and the stored offset is old', async () => {
    const { organization, send, offsets, connection, topic, topics } = installation
    held.hold((name, params) => {
      if (name === claimOffset.name) return params.topic === topic && params.partition === PARTITION
      return name === listOffsets.name
    })
    await until(
      'the reads of stored offsets to be held',
      () => held.waiting().filter((name) => name === listOffsets.name).length === 2,
    )
    const events = Array.from({ length: RECORDS }, (_, index) => supplierOf(String(index), 1))
    await send(events.map((event) => ({ partition: PARTITION, ...recordOf(organization, event) })))
    await until('all is applied', async () => (await offsets()).get(PARTITION)?.next === RECORDS)
    await until('the lag of none', async () => (await lag()) === 0)

    await limitRecords(connection, topics.dlq.name, 100)
    const poison = { partition: PARTITION, key: 'poison', value: randomBytes(20_000).toString('base64') }
    await send([poison, poison, poison])
    await until('the partition to be claimed again', () => held.waiting().includes(claimOffset.name))
    expect(projector.unreadyBecause()).to.contain(`${topic}/${PARTITION}`)
    expect(await lag()).to.equal(3)
  })
})
