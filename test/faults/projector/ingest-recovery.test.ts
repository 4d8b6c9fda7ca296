import { expect } from 'chai'
import { listIngestRejections } from '../../../api/operations/ingest/list-ingest-rejections.ts'
import { listIngestSources } from '../../../api/operations/ingest/list-ingest-sources.ts'
import type { IngestRejection } from '../../../schemas/ingest/rejections.ts'
import { walk } from '../../support/api/call.ts'
import { contextFor } from '../../support/api/context.ts'
import { publication } from '../../support/bom/bom-events.ts'
import { randomPublications } from '../../support/bom/random-publications.ts'
import { recordOf, supplierOf } from '../../support/events/source-event.ts'
import { countLines, expectSame, wipe } from '../../support/graph/graph-lines.ts'
import { mistakesOf } from '../../support/ingest/rejected-log.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { until } from '../../support/until.ts'

const EVENTS = Number(process.env.RECOVERY_EVENTS ?? 2000)
const KILLS = Number(process.env.RECOVERY_KILLS ?? 3)
const PUBLICATIONS = 3
const FAILING = 2

/** A publication of 300 styles, of which the second has a unit that does not exist. */
function failingPublication(organization: string) {
  const styles = Array.from({ length: 300 }, (_, at) => [
    `QM-${at}`,
    [{ ref: 'L-1', uom: at === 1 ? 'ELL' : 'MTR', yields: { [`QM-${at}-M`]: '1' } }],
  ])
  return publication(organization, Object.fromEntries(styles))
}

/** Sorted by offset and without the time of rejection, which differs between two runs. */
function timeless(rows: readonly IngestRejection[]) {
  const place = ({ topic, partition, offset }: IngestRejection) => JSON.stringify([topic, partition, offset])
  return rows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ rejectedAt: _rejectedAt, ...rest }) => rest)
}

describe('the ingestion status after kill -9', function () {
  this.timeout(900_000 + KILLS * 60_000)
  let installation: Installation
  let total: { applied: number; stale: number; rejected: number }
  let deadLetterCount: number

  before(async () => {
    installation = await openInstallation()
    const { organization, send, publish } = installation
    const now = Date.now()
    const records = Array.from({ length: EVENTS }, (_, at) => {
      const own = recordOf(organization, supplierOf(`${at % (EVENTS / 2)}`, 1))
      const mistakes = at % 20 === 0 ? mistakesOf(organization, `R-${at}`, now) : []
      return [own, ...mistakes.map(({ record }) => ({ headers: {}, ...record, partition: at % 12 }))]
    }).flat()
    await send(records)
    const boms = randomPublications(organization, PUBLICATIONS)
    const failing = Array.from({ length: FAILING }, () => failingPublication(organization)).flat()
    await publish([...boms, ...failing, ...boms])
    const ofSource = (EVENTS / 20) * 6
    // Of a publication that fails, two events are applied, the third has a dead letter, and the others have one.
    deadLetterCount = (EVENTS / 20) * 7 + FAILING * 2
    total = {
      applied: EVENTS / 2 + boms.length + FAILING * 2,
      stale: EVENTS / 2 + boms.length,
      rejected: ofSource + failing.length - FAILING * 2,
    }
  })
  after(() => installation.close())

  const context = () => ({
    ...contextFor(installation.graph, installation.organization, ['ingest:read']),
    now: () => new Date(),
  })
  const rejections = () => walk(listIngestRejections, {}, context(), [1000])
  const counted = async () => {
    const rows = await walk(listIngestSources, {}, context(), [1000])
    const sum = (name: 'applied' | 'stale' | 'rejected') => rows.reduce((all, row) => all + row[name], 0)
    return { applied: sum('applied'), stale: sum('stale'), rejected: sum('rejected') }
  }

  it(`counts each event once after ${KILLS} kills and a takeover`, async () => {
    const { graph, organization, setBack, caughtUp, lag } = installation
    const undisturbed = await installation.start()
    await caughtUp()
    expect(await counted()).to.deep.equal(total)
    const [expected, listed] = [await countLines(graph, organization), await rejections()]
    expect(listed).to.have.length(deadLetterCount)
    const counts = listed.map(({ count }) => count).filter((count) => count > 1)
    expect(counts).to.deep.equal(Array.from({ length: FAILING }, () => 299))
    undisturbed.signal('SIGTERM')
    await undisturbed.ended

    await wipe(graph, organization)
    await setBack(0)
    const all = await lag()
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // One of the two projectors takes over the partitions of the other.
      const [projector, other] = [await installation.start(), await installation.start()]
      // Kills are spread over the backlog, so that some of it is left at the last kill.
      const left = all * (1 - kill / (KILLS + 3))
      await until('some progress', async () => (await lag()) <= left)
      projector.signal('SIGKILL')
      await projector.ended
      other.signal('SIGKILL')
      await other.ended
    }
    expect(await lag(), 'the projectors were through before the last kill').to.be.greaterThan(0)
    await installation.start()
    await caughtUp()
    expect(await counted()).to.deep.equal(total)
    expectSame(expected, await countLines(graph, organization))
    expect(timeless(await rejections())).to.deep.equal(timeless(listed))
  })
})
