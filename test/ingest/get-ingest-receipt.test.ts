import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import { getIngestReceipt } from '../../api/operations/ingest/get-ingest-receipt.ts'
import { findDeadLetter, listCountedEvents } from '../../cypher/ingest/read-ingest.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { deleteNodes } from '../support/graph/stored-nodes.ts'
import { mistakesOf } from '../support/ingest/rejected-log.ts'
import { issuerOf } from '../support/organization.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'

const [GOOD, BAD] = [0, 1]

describe('getIngestReceipt', () => {
  let installation: Installation
  let api: TestApi
  let theirs: string
  const tokens = { ours: '', theirs: '', other: '' }

  before(async () => {
    installation = await openInstallation()
    const { graph, organization, settings } = installation
    theirs = freshOrganization()
    await register(graph, theirs)
    const issue = async (key: string, scope: 'ingest:read' | 'graph:read') =>
      (await issuerOf(graph, key)({ scopes: [scope], quota: 100_000 })).text
    tokens.ours = await issue(organization, 'ingest:read')
    tokens.theirs = await issue(theirs, 'ingest:read')
    tokens.other = await issue(organization, 'graph:read')
    api = await startApi({ operations, variables: settings })
  })
  after(async () => {
    await api?.close()
    await installation.close()
  })

  const ask = (input: Record<string, string | number>, token = tokens.ours) => {
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
    )
    return api.get(`/v1/ingest/receipts?${query}`, token)
  }
  const receipt = async (partition: number, offset: number, token?: string, topic = installation.topic) => {
    const answer = await ask({ topic, partition, offset }, token)
    const { data } = (await assertContract(answer)) as { data: Record<string, unknown> }
    expect(answer.status, JSON.stringify(data)).to.equal(200)
    const { state, reason, lagRecords, ...position } = data
    expect(position).to.deep.equal({ topic, partition, offset })
    return [state, reason, lagRecords]
  }
  const sendGood = (id: string, count: number) =>
    installation.send(
      Array.from({ length: count }, (_, at) => ({
        headers: {},
        ...recordOf(installation.organization, supplierOf(`${id}-${at}`, 1)),
        partition: GOOD,
      })),
    )

  it('returns partition_not_found before a projector has started', async () => {
    await sendGood('first', 1)
    const answer = await ask({ topic: installation.topic, partition: GOOD, offset: 0 })
    await assertProblemCode(answer, 'partition_not_found')
  })

  it('returns pending with the number of events to process, and processed once they are', async () => {
    const projector = await installation.startHere()
    await installation.caughtUp()
    expect(await receipt(GOOD, 0)).to.deep.equal(['processed', null, 0])
    await projector.stop()
    await sendGood('behind', 3)
    for (const offset of [1, 2, 3, 1_000_000])
      expect(await receipt(GOOD, offset)).to.deep.equal(['pending', null, offset])
    expect(await receipt(GOOD, 0)).to.deep.equal(['processed', null, 0])
    await installation.startHere()
    await installation.caughtUp()
    for (const offset of [1, 2, 3]) expect(await receipt(GOOD, offset)).to.deep.equal(['processed', null, 0])
    expect(await receipt(GOOD, 4)).to.deep.equal(['pending', null, 1])
  })

  it('returns the reason of a rejected event to its organization, and processed to every other', async () => {
    const sent = [installation.organization, theirs].flatMap((key) => mistakesOf(key, 'R-1', Date.now()))
    await installation.send(sent.map(({ record }) => ({ headers: {}, ...record, partition: BAD })))
    await installation.caughtUp()
    const rejected = { ours: 0, theirs: 0 }
    for (const [offset, { organization, expected }] of sent.entries()) {
      for (const [whose, key] of [
        ['ours', installation.organization],
        ['theirs', theirs],
      ] as const) {
        const own = organization === key
        rejected[whose] += own ? 1 : 0
        expect(await receipt(BAD, offset, tokens[whose]), `${whose} at ${offset}`).to.deep.equal(
          own ? ['rejected', expected.reason, 0] : ['processed', null, 0],
        )
      }
    }
    expect(rejected).to.deep.equal({ ours: 7, theirs: 7 })
  })

  it('returns processed after the rejection of an event was deleted', async () => {
    const { graph, organization } = installation
    expect(await receipt(BAD, 0)).to.deep.equal(['rejected', 'malformed', 0])
    await deleteNodes(graph, 'DeadLetter', { tenantKey: organization, partition: BAD, offset: 0 })
    expect(await receipt(BAD, 0)).to.deep.equal(['processed', null, 0])
  })

  it('returns receipts of events of publications', async () => {
    const { name } = installation.topics.bom
    expect(await receipt(0, 0, tokens.ours, name)).to.deep.equal(['pending', null, 1])
  })

  it('rejects unknown partitions and topics, naming the valid topics', async () => {
    const { topic, topics } = installation
    await assertProblemCode(await ask({ topic, partition: 12, offset: 0 }), 'partition_not_found')
    for (const unknown of [topics.dlq.name, 'none']) {
      const answer = await ask({ topic: unknown, partition: 0, offset: 0 })
      const { errors } = await assertProblemCode(answer, 'invalid_request')
      expect(errors).to.deep.equal([
        { in: 'query', name: 'topic', detail: `must be ${topics.bom.name} or ${topics.records.name}` },
      ])
    }
  })

  it('requires its scope and three valid parameters', async () => {
    const position = { topic: installation.topic, partition: 0, offset: 0 }
    await assertProblemCode(await ask(position, tokens.other), 'insufficient_scope')
    const invalid: [string, Record<string, string | number>][] = [
      ['topic', { partition: 0, offset: 0 }],
      ['partition', { topic: installation.topic, offset: 0 }],
      ['offset', { topic: installation.topic, partition: 0 }],
      ['partition', { ...position, partition: -1 }],
      ['offset', { ...position, offset: -1 }],
      ['offset', { ...position, offset: Number.MAX_SAFE_INTEGER }],
    ]
    for (const [name, input] of invalid) {
      const answer = await ask(input)
      const { errors } = await assertProblemCode(answer, 'invalid_request')
      expect(errors?.map((error) => error.name)).to.deep.equal([name])
    }
  })

  it('looks up a rejection again if the events were processed just now', async () => {
    const { graph, organization, topic } = installation
    const visibleLater = async (ageMs: number | null, statement: object, row: object) => {
      let reads = 0
      const own = contextFor(graph, organization, ['ingest:read'])
      const appliedAt = ageMs === null ? null : own.now().getTime() - ageMs
      const read: typeof own.read = async (query) => {
        if (query !== statement) return []
        reads += 1
        return reads === 1 ? [] : [query.row.parse(row)]
      }
      const context = { ...own, read, readOffset: async () => ({ next: 5, appliedAt }) }
      const { data } = await call(getIngestReceipt, { topic, partition: 0, offset: 4 }, context)
      return [data.state, reads]
    }
    const lookUps = (ageMs: number | null) => visibleLater(ageMs, findDeadLetter, { reason: 'malformed' })
    expect(await lookUps(1000)).to.deep.equal(['rejected', 2])
    expect(await lookUps(3_600_000)).to.deep.equal(['processed', 1])
    expect(await lookUps(null)).to.deep.equal(['processed', 1])
    const counted = (offsets: number[]) =>
      visibleLater(1000, listCountedEvents, { firstOffset: 3, offsets, reason: 'no_open_publication' })
    expect(await counted([3, 4])).to.deep.equal(['rejected', 2])
    expect(await counted([3, 5])).to.deep.equal(['processed', 2])
  })
})
