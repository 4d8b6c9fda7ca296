import { expect } from 'chai'
import { recordOf } from '../../support/events/source-event.ts'
import { freshOrganization } from '../../support/graph/graph.ts'
import { openExceptionTimes } from '../../support/materials/reconcile-oracle.ts'
import { events, keptInOrder } from '../../support/materials/reconcile-scenario.ts'
import { exceptionsOf, invalidationsOf, reconciled, timedLinesOf } from '../../support/materials/reconciled.ts'
import { type Installation, openInstallation, register } from '../../support/processes/projector.ts'
import { until } from '../../support/until.ts'

/** `npm run test:soak` sets a larger number. */
const KILLS = Number(process.env.RECOVERY_KILLS ?? 2)

describe('open exceptions after a kill of the projector', function () {
  this.timeout(900_000 + KILLS * 60_000)
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  it('are right when the projector is killed before it has processed all invalidations', async () => {
    const { graph, send, caughtUp, start } = installation
    const organization = freshOrganization()
    await register(graph, organization)
    await send(keptInOrder(events).map((event) => recordOf(organization, event)))
    const killed = await start()
    await until('invalidations', async () => (await invalidationsOf(graph, organization)).length > 0)
    killed.signal('SIGKILL')
    await killed.ended
    expect(await invalidationsOf(graph, organization), 'all was done before the kill').not.to.deep.equal([])
    await start()
    await caughtUp()
    await reconciled(graph, organization)
    const open = timedLinesOf(await exceptionsOf(graph, organization))
    expect(open).to.deep.equal(openExceptionTimes(keptInOrder(events), null, ''))
  })

  it(`are right when one of two projectors is killed ${KILLS} times while events arrive`, async () => {
    const { graph, send, caughtUp, lag, start } = installation
    const organization = freshOrganization()
    await register(graph, organization)
    const sent = keptInOrder(events)
    const share = Math.ceil(sent.length / (KILLS + 1))
    const ready = async () => {
      const one = await start()
      await one.untilReady()
      return one
    }
    const working = await Promise.all([ready(), ready()])
    for (let kill = 0; kill <= KILLS; kill += 1) {
      await send(sent.slice(kill * share, (kill + 1) * share).map((event) => recordOf(organization, event)))
      if (kill === KILLS) break
      const [killed] = working.splice(0, 1)
      // The other projector may already have processed all invalidations.
      const isBegun = async () => (await invalidationsOf(graph, organization)).length > 0 || (await lag()) === 0
      await until('some work', isBegun)
      killed?.signal('SIGKILL')
      await killed?.ended
      working.push(await ready())
    }
    await caughtUp()
    await reconciled(graph, organization)
    const open = timedLinesOf(await exceptionsOf(graph, organization))
    expect(open).to.deep.equal(openExceptionTimes(sent, null, ''))
  })
})
