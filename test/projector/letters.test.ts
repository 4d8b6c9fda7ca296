import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { headerText } from '../../kafka/records.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { readNodes } from '../support/graph/stored-nodes.ts'
import { limitRecords } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { documents, tda } from '../support/processes/tda.ts'

const PARTITION = 2
/** The maximum size of a record in the dead letter topic during one test, in bytes: less than its default. */
const LITTLE = 1500

describe('dead letters that are too large for their topic', () => {
  let installation: Installation
  let projector: ProjectorHere
  const packed = 'x'.repeat(5 * 2 ** 20)
  const random = randomBytes(6000).toString('base64')

  before(async () => {
    installation = await openInstallation()
    projector = await installation.startHere()
    await projector.untilReady()
  })
  after(() => installation.close())

  const sentAt = async (record: { key: string; value: string; headers?: Record<string, string> }) => {
    const offset = (await installation.offsets()).get(PARTITION)?.next ?? 0
    const behind = recordOf(installation.organization, supplierOf(`behind-${offset}`, 1))
    await installation.send([
      { partition: PARTITION, ...record },
      { partition: PARTITION, ...behind },
    ])
    await installation.caughtUp()
    const all = await installation.deadLetters()
    const letter = all.find(({ headers }) => headerText(headers, 'dlq.offset') === String(offset))
    if (!letter) throw new Error(`there is no dead letter of the record at offset ${offset}`)
    return { offset, letter, header: (name: string) => headerText(letter.headers, `dlq.${name}`) }
  }
  const positionOf = ({ partition, offset }: { partition: number; offset: bigint }) => `${partition}:${offset}`

  it('are published without their value if it exceeds the limit, with its length, SHA-256, and position', async () => {
    const { organization, topic } = installation
    const key = `${organization}/supplier/plm/main/large`
    const { offset, letter, header } = await sentAt({ key, value: packed, headers: { note: 'kept' } })
    expect(letter.value).to.equal(null)
    expect(letter.key?.toString()).to.equal(key)
    expect(headerText(letter.headers, 'note')).to.equal('kept')
    expect(
      ['reason', 'omitted', 'valueLength', 'valueSha256', 'topic', 'partition', 'offset', 'tenant'].map(header),
    ).to.deep.equal([
      'malformed',
      'value',
      String(packed.length),
      createHash('sha256').update(packed).digest('hex'),
      topic,
      String(PARTITION),
      String(offset),
      organization,
    ])
    const { graph } = installation
    const listed = await readNodes(graph, 'DeadLetter', { tenantKey: organization, topic, offset }, ['reason'])
    expect(listed).to.deep.equal([{ reason: 'malformed' }])
  })

  it('are published without value, key, or headers as far as necessary if the broker rejects them', async () => {
    const { connection, topics, organization } = installation
    await limitRecords(connection, topics.dlq.name, LITTLE)
    const key = `${organization}/supplier/plm/main/1`
    const whole = await sentAt({ key, value: '{' })
    expect(whole.letter.value?.toString()).to.equal('{')
    expect(whole.header('omitted')).to.equal(undefined)
    const withoutValue = await sentAt({ key, value: random })
    expect(withoutValue.letter.key?.toString()).to.equal(key)
    expect(withoutValue.header('omitted')).to.equal('value')
    const bare = await sentAt({ key: random, value: '{' })
    expect(bare.letter.key).to.equal(null)
    expect(bare.header('omitted')).to.equal('value, key, headers')
    expect(bare.header('valueLength')).to.equal('1')
    expect(projector.lines('batch failed, will retry')).to.deep.equal([])
    await limitRecords(connection, topics.dlq.name, 2 * 2 ** 20)
  })

  it('are listed and shown by tda with what they lack, and cannot be replayed', async () => {
    const { settings, topic, organization } = installation
    const { offset, letter } = await sentAt({ key: `${organization}/supplier/plm/main/shown`, value: packed })
    const where = `too large for its topic and has no value. The original record is at ${topic}/${PARTITION}:${offset}`
    const position = positionOf(letter)
    const listed = documents(await tda(settings, ['dlq', 'list', '--json']))
    expect(listed.find((one) => one.position === position)).to.include({ omitted: 'value', reason: 'malformed' })
    expect((await tda(settings, ['dlq', 'show', position])).stdout).to.contain(where)
    const replayed = await tda(settings, ['dlq', 'replay', position])
    expect(replayed.stderr).to.contain(where)
    const before = await installation.lag()
    expect(before).to.equal(0)
  })
})
