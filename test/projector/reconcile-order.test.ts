import { expect } from 'chai'
import fc from 'fast-check'
import { publication } from '../support/bom/bom-events.ts'
import { recordOf } from '../support/events/source-event.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { openExceptions, openExceptionTimes } from '../support/materials/reconcile-oracle.ts'
import { boms, events, keptInOrder } from '../support/materials/reconcile-scenario.ts'
import { exceptionsOf, linesOf, reconciled, timedLinesOf } from '../support/materials/reconciled.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'

const ORDERS = Number(process.env.ORDERS ?? 8)
/** The time of the events of both publications. */
const PUBLISHED_AT = '2026-09-14T02:10:00.000Z'

describe('open exceptions for any order of arrival', () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  it(`equal those of the brute-force oracle, with their times, in ${ORDERS} orders`, async () => {
    const { graph, send, topics, caughtUp } = installation
    const shuffled = fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), { numRuns: ORDERS, seed: 7 })
    // In half of them the versions of a record also come in any order, so that some events are stale.
    const orders = shuffled.map((order, at) => (at % 2 === 0 ? keptInOrder(order) : order))
    const organizations = orders.map(() => freshOrganization())
    for (const organization of organizations) await register(graph, organization)
    const projector = await installation.startHere()
    // The two publications are sent between the records, at other places in each order.
    const parts = orders.map((order, at) => {
      const records = order.map((event) => recordOf(organizations[at] ?? '', event))
      const cuts = [0, (at * 7) % records.length, (at * 13) % records.length, records.length].sort((a, b) => a - b)
      return [0, 1, 2].map((part) => records.slice(cuts[part], cuts[part + 1]))
    })
    for (const [part, bom] of [...boms, null].entries()) {
      await send(parts.flatMap((own) => own[part] ?? []))
      const published = organizations.flatMap((key) =>
        (bom ? publication(key, bom) : []).map((event) => ({ key, value: JSON.stringify(event) })),
      )
      await send(published.map((record) => ({ topic: topics.bom.name, ...record })))
    }
    await caughtUp()
    const newest = boms.at(-1) ?? null
    const expected = openExceptions(events, newest)
    const inOrder = openExceptionTimes(keptInOrder(events), newest, PUBLISHED_AT)
    for (const [at, organization] of organizations.entries()) {
      await reconciled(graph, organization)
      const open = await exceptionsOf(graph, organization)
      expect(linesOf(open)).to.deep.equal(expected)
      const times = openExceptionTimes(orders[at] ?? [], newest, PUBLISHED_AT)
      if (at % 2 === 0) expect(times).to.deep.equal(inOrder)
      expect(timedLinesOf(open)).to.deep.equal(times)
    }
    expect(new Set(expected.map((line) => line.split(' ')[0])).size).to.be.greaterThan(15)
    expect(projector.lines('reconciliation failed, will retry')).to.deep.equal([])
  })
})
