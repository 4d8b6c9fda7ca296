import { expect } from 'chai'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { openBrand } from '../../demo/brand.ts'
import { connectedEvents } from '../../demo/connected/connected-events.ts'
import { exceptionLedger } from '../../demo/connected/ledger.ts'
import { demoEvents } from '../../demo/demo-events.ts'
import type { DemoEvent } from '../../demo/event.ts'
import { expectSame } from '../support/graph/graph-lines.ts'
import { fixingEvents } from '../support/materials/connected-fixes.ts'
import { openExceptions } from '../support/materials/connected-state.ts'
import { reconciled } from '../support/materials/reconciled.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'

const PROFILE = 'smoke'

/** The same events in another order, by a hash of their keys: events of one key keep their order. */
function shuffled(events: readonly DemoEvent[]): DemoEvent[] {
  const rank = ({ key }: DemoEvent) => [...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7)
  return events
    .map((event) => ({ event, place: rank(event) }))
    .sort((one, other) => one.place - other.place)
    .map(({ event }) => event)
}

const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()

describe('the exceptions of the demo brand through Kafka, projector and reconciler', () => {
  let installation: Installation
  let other: string
  before(async () => {
    installation = await openInstallation()
    other = `${installation.organization}b`
    await register(installation.graph, other)
    await installation.startHere()
  })
  after(() => installation.close())

  const send = (events: readonly DemoEvent[]) =>
    installation.send(events.map(({ key, value }) => ({ key, value: JSON.stringify(value) })))
  const publish = async (organization: string) => {
    const events = [...bomEvents({ organization, profile: PROFILE }, { publications: 2 })]
    const topic = installation.topics.bom.name
    await installation.send(events.map(({ key, value }) => ({ topic, key, value: JSON.stringify(value) })))
  }
  const settled = async (organization: string) => {
    await installation.caughtUp()
    await reconciled(installation.graph, organization)
  }
  const ledgerOf = (organization: string) =>
    exceptionLedger(openBrand({ organization, profile: PROFILE })).map(
      ({ code, material, factory, measure, severity }) => ({ code, material, factory, measure, severity }),
    )
  const expectLedger = async (organization: string) => {
    const open = linesOf(await openExceptions(installation.graph, organization))
    const expected = linesOf(ledgerOf(organization))
    // Reports the lines that differ, which the comparison of the whole does not.
    expectSame(expected, open)
    expect(open).to.deep.equal(expected)
  }

  it('equal those in the ledger of the demo if records come before publications, and positions last', async () => {
    const { organization } = installation
    await send([...demoEvents({ organization, profile: PROFILE })])
    await publish(organization)
    await send([...connectedEvents({ organization, profile: PROFILE })])
    await settled(organization)
    await expectLedger(organization)
  })

  it('equal those in the ledger of the demo if positions come first, and the rest in any order', async () => {
    const organization = other
    const [positions, rest] = [
      [...connectedEvents({ organization, profile: PROFILE })],
      [...demoEvents({ organization, profile: PROFILE })],
    ]
    await send(shuffled(positions))
    await publish(organization)
    await send(shuffled(rest))
    await settled(organization)
    await expectLedger(organization)
  })

  it('are all resolved by events that fix their causes', async () => {
    for (const organization of [installation.organization, other]) {
      await send(shuffled(fixingEvents(openBrand({ organization, profile: PROFILE }))))
      await settled(organization)
      expect(linesOf(await openExceptions(installation.graph, organization))).to.deep.equal([])
      const resolved = await openExceptions(installation.graph, organization, 'resolved')
      expect(linesOf(resolved)).to.include.members(linesOf(ledgerOf(organization)))
    }
    expect(await installation.deadReasons()).to.deep.equal([])
  })
})
