import { expect } from 'chai'
import { ApiError } from '../../../api/core/errors.ts'
import { listBomSnapshots } from '../../../api/operations/bom/list-bom-snapshots.ts'
import { listBomYields } from '../../../api/operations/bom/list-bom-yields.ts'
import { call, codeOf, walk } from '../../support/api/call.ts'
import { contextFor } from '../../support/api/context.ts'
import { randomPublications } from '../../support/bom/random-publications.ts'
import { countNodes } from '../../support/graph/stored-nodes.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { until } from '../../support/until.ts'

const PUBLICATIONS = 8

describe('readers of BOM history', () => {
  let installation: Installation
  before(async () => {
    // The publications have times older than a day, so all but the newest are retired while the test reads them.
    installation = await openInstallation({ HOUSEKEEPING_MS: '200', SNAPSHOT_RETENTION_DAYS: '1' })
  })
  after(() => installation.close())

  it('read each snapshot complete and unchanged while publications are built, interrupted, and retired', async () => {
    const { graph, organization } = installation
    const context = contextFor(graph, organization)
    const read = new Map<string, string>()
    let [done, walks] = [false, 0]

    /** Reads the listed snapshots in small pages, as a caller does. */
    const readOne = async () => {
      const { data } = await call(listBomSnapshots, { limit: 2 }, context)
      for (const { snapshotId, rowCount, styleCount } of data) {
        try {
          const rows = await walk(listBomYields, { snapshotId }, context, [37, 250])
          const text = JSON.stringify(rows)
          expect(rows.length, snapshotId).to.equal(rowCount)
          expect(new Set(rows.map(({ styleId }) => styleId)).size).to.equal(styleCount)
          expect(new Set(rows.map(({ matchKey }) => matchKey)).size).to.equal(rowCount)
          expect(text === (read.get(snapshotId) ?? text), 'pages that have shifted').to.equal(true)
          read.set(snapshotId, text)
          walks += 1
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'snapshot_retired') throw error
        }
      }
    }
    const reading = (async () => {
      while (!done) await readOne()
    })()
    const publishInTurn = async () => {
      let projector = await installation.start()
      const count = (label: string) => countNodes(graph, label, { tenantKey: organization })
      await installation.publish(randomPublications(organization, PUBLICATIONS))
      for (const target of ['BomLine', 'StagedStyle']) {
        const stood = await count(target)
        await until(`more of ${target}`, async () => (await count(target)) > stood)
        projector.signal('SIGKILL')
        await projector.ended
        projector = await installation.start()
      }
      await installation.caughtUp()
      await until('retirement', async () => (await count('Snapshot')) === 1)
      await readOne()
    }
    await Promise.race([reading, publishInTurn()]).finally(() => {
      done = true
    })
    await reading
    expect(walks).to.be.above(PUBLICATIONS)
    expect(read.size).to.be.above(2)
  })

  it('can use the cursor of a snapshot that was retired, but get snapshot_retired for a new request', async () => {
    const { graph, organization } = installation
    const context = { ...contextFor(graph, organization), now: () => new Date() }
    const first = await call(listBomYields, { limit: 10 }, context)
    const { next } = first.links
    expect(next).to.be.a('string')
    const rows = await walk(listBomYields, {}, context, [500])
    const events = randomPublications(organization, PUBLICATIONS + 1)
    await installation.publish(events.filter(({ subject }) => subject === events.at(-1)?.subject))
    await installation.caughtUp()
    const { snapshotId } = first.meta.snapshot
    await until('retirement', async () => (await codeOf(listBomYields, { snapshotId }, context)) === 'snapshot_retired')
    const later = await call(listBomYields, { limit: 1000, cursor: next }, context)
    expect(later.data.slice(0, 100)).to.deep.equal(rows.slice(10, 110))
  })
})
