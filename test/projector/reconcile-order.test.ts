import { expect } from 'chai'
import fc from 'fast-check'
import { publication } from '../support/bom-events.ts'
import { freshOrganization } from '../support/graph.ts'
import { type Installation, openInstallation, register } from '../support/projector.ts'
import { openExceptions } from '../support/reconcile-oracle.ts'
import { boms, events } from '../support/reconcile-scenario.ts'
import { exceptionsOf, linesOf, marksOf, reconciled } from '../support/reconciled.ts'
import { recordOf } from '../support/source-event.ts'
import { until } from '../support/until.ts'

const ORDERS = Number(process.env.ORDERS ?? 20)

describe('what is open, whatever the order of arrival', () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  it(`is what brute force finds in the events, in ${ORDERS} orders of arrival`, async () => {
    const { graph, send, topics, caughtUp } = installation
    const orders = fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), { numRuns: ORDERS, seed: 7 })
    const organizations = orders.map(() => freshOrganization())
    for (const organization of organizations) await register(graph, organization)
    const projector = await installation.start()
    // Publications come between the records, at another place in each order.
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
    const expected = openExceptions(events, boms.at(-1) ?? null)
    for (const organization of organizations) {
      await reconciled(graph, organization)
      expect(linesOf(await exceptionsOf(graph, organization))).to.deep.equal(expected)
    }
    expect(new Set(expected.map((line) => line.split(' ')[0])).size).to.be.greaterThan(15)
    expect(projector.lines('reconciling put off')).to.deep.equal([])
    projector.signal('SIGTERM')
    await projector.ended
  })

  it('is the same when the projector is killed while marks wait', async () => {
    const { graph, send, caughtUp, start } = installation
    const organization = freshOrganization()
    await register(graph, organization)
    await send(events.map((event) => recordOf(organization, event)))
    const killed = await start()
    await until('marks', async () => (await marksOf(graph, organization)) > 0)
    killed.signal('SIGKILL')
    await killed.ended
    expect(await marksOf(graph, organization), 'all was done before the kill').to.be.greaterThan(0)
    await start()
    await caughtUp()
    await reconciled(graph, organization)
    expect(linesOf(await exceptionsOf(graph, organization))).to.deep.equal(openExceptions(events, null))
  })
})
