import { expect } from 'chai'
import { checkTopics } from '../../cli/check/topics.ts'
import { inspectTopics } from '../../kafka/topics/topic-faults.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { alterTopic } from '../support/processes/kafka.ts'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'

describe('the check of topics', () => {
  let installation: Installation

  before(async () => {
    installation = await openInstallation()
    const projector = await installation.startHere()
    await projector.untilReady()
    await projector.stop()
  })
  after(() => installation.close())

  const check = (repair = false) => {
    const settings = parseEnvironment({ ...process.env, ...installation.settings })
    return checkTopics({ graph: installation.graph, settings, organization: null, repair })
  }
  const shown = async (repair?: boolean) =>
    (await check(repair)).map(({ detail, repairable, repaired }) => [detail.split(/[:;,] /)[1], repairable, repaired])

  it('finds no problem when all topics have the required settings', async () => {
    expect(await shown()).to.deep.equal([])
  })

  it('fixes the retention of a topic, and no other setting', async () => {
    const { connection, topics } = installation
    const { name } = topics.bom
    await alterTopic(connection, name, { 'retention.ms': '3600000', 'max.message.bytes': '1234567' })
    const fault = 'the topic must keep everything'
    expect(await shown()).to.deep.equal([[fault, true, false]])
    expect(await shown(true)).to.deep.equal([[fault, true, true]])
    expect(await shown()).to.deep.equal([])
    const settings = await connection.withAdmin((admin) => admin.settings([name], ['max.message.bytes']))
    expect(settings.get(name)?.get('max.message.bytes')).to.equal('1234567')
  })

  it('creates missing topics, and reports that the graph was built from the deleted ones', async () => {
    const { connection, topics } = installation
    const names = [topics.records.name, topics.dlq.name]
    await withAdmin(connection, (admin) => admin.deleteTopics({ topics: names }))
    const fault = 'the topic does not exist'
    expect(await shown()).to.deep.equal([
      [fault, true, false],
      [fault, true, false],
    ])
    const [first, ...others] = await shown(true)
    expect([first, others[0]]).to.deep.equal([
      [fault, true, true],
      [fault, true, true],
    ])
    const { faults } = await inspectTopics(connection, Object.values(topics))
    expect(faults).to.deep.equal([])
    expect(await shown()).to.deep.equal([['the topic was deleted and created again', false, false]])
  })
})
