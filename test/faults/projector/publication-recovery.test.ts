import { expect } from 'chai'
import { randomPublications } from '../../support/bom/random-publications.ts'
import { expectSame, graphLines, wipe } from '../../support/graph/graph-lines.ts'
import { countNodes, readLinks, readNodes } from '../../support/graph/stored-nodes.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { until } from '../../support/until.ts'

const KILLS = Number(process.env.RECOVERY_KILLS ?? 3)
/** With fewer publications, a fast machine applies all of them before the last kill. */
const PUBLICATIONS = 4 + 2 * KILLS

describe('publications after kill -9', function () {
  this.timeout(900_000 + 30_000 * KILLS)
  let installation: Installation
  before(async () => {
    installation = await openInstallation({ HOUSEKEEPING_MS: '300' })
  })
  after(() => installation.close())

  const count = (label: string) => countNodes(installation.graph, label, { tenantKey: installation.organization })
  const settled = async () => {
    await installation.caughtUp()
    await until('housekeeping', async () => {
      const { graph, organization } = installation
      const [timeline] = await readNodes(graph, 'Timeline', { tenantKey: organization }, ['seq'])
      if (!timeline) return false
      const links = await readLinks(graph, organization)
      const closed = links.filter(({ toSeq }) => toSeq !== undefined && Number(toSeq) <= Number(timeline.seq))
      return (await count('Notice')) + (await count('StagedStyle')) + closed.length === 0
    })
    return graphLines(installation.graph, installation.organization)
  }

  it('give the same graph as an undisturbed run', async () => {
    const { organization, graph, publish, setBack } = installation
    await publish(randomPublications(organization, PUBLICATIONS))
    const undisturbed = await installation.start()
    const expected = await settled()
    expect(await count('Snapshot')).to.equal(PUBLICATIONS)
    undisturbed.signal('SIGTERM')
    await undisturbed.ended

    await wipe(graph, organization)
    await setBack()
    let kills = 0
    for (; kills < KILLS; kills += 1) {
      const before = await count('Snapshot')
      const projector = await installation.start()
      // Kills alternate between two points: after some styles were staged, and while versions are written.
      const target = kills % 2 === 0 ? 'StagedStyle' : 'BomLine'
      const stood = await count(target)
      await until('some progress', async () => (await count(target)) > stood || (await count('Snapshot')) > before)
      projector.signal('SIGKILL')
      await projector.ended
    }
    expect(await count('Snapshot'), 'the projector was through before the last kill').to.be.below(PUBLICATIONS)
    await installation.start()
    expectSame(expected, await settled())
  })
})
