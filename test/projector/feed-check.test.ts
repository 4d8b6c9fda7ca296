import { Readable } from 'node:stream'
import { expect } from 'chai'
import { listBomSnapshots } from '../../api/operations/bom/list-bom-snapshots.ts'
import { checkFile } from '../../cli/feed/checks/check-file.ts'
import { listPublications } from '../../cypher/ingest/read-ingest.ts'
import type { CheckedPublication, PublicationFault } from '../../domain/publications/checked-events.ts'
import type { Envelope } from '../../schemas/records/record-events.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { createChance } from '../support/bom/bom-model.ts'
import { changes, randomPublication } from '../support/bom/broken-publications.ts'
import { ndjsonOf } from '../support/events/events.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'

const SEED = 20_260_914
const ROUNDS = 3

describe('the check of a file, compared with the projector', () => {
  let installation: Installation
  let events: Envelope[]
  let names: Map<string, string>
  before(async () => {
    installation = await openInstallation()
    const { organization } = installation
    const chance = createChance(SEED)
    names = new Map()
    events = Array.from({ length: ROUNDS }, (_, round) =>
      changes.flatMap((change, at) => {
        const time = new Date(Date.UTC(2026, round, 1, 0, at)).toISOString()
        const own = randomPublication(organization, chance, time)
        names.set(own[0]?.subject ?? '', `${change.name}, round ${round}`)
        return change.apply(own, chance)
      }),
    ).flat()
    // The last publication would stay open without another one.
    events.push(...randomPublication(organization, chance, '2026-10-01T00:00:00.000Z'))
    await installation.startHere()
    await installation.publish(events)
    await installation.caughtUp()
  })
  after(() => installation.close())

  async function check() {
    const publications = new Map<string, CheckedPublication>()
    const faults: PublicationFault[] = []
    const repeats = new Set<number>()
    const bad = new Map<string, string>()
    await checkFile({
      file: '-',
      stdin: Readable.from([Buffer.from(ndjsonOf(events))]),
      onBad: ({ reason, publication }) => void bad.set(publication?.event.snapshotId ?? '', reason),
      onFault: (fault) => void faults.push(fault),
      onRepeat: ({ line }) => void repeats.add(line),
      onPublication: (one) => void publications.set(one.snapshotId, one),
    })
    return { publications, faults, repeats, bad }
  }

  it('completes, aborts, and fails the same publications for the same reasons', async () => {
    const { publications, faults, bad } = await check()
    const rows = await installation.graph.read(listPublications, installation.organization, {
      before: Number.MAX_SAFE_INTEGER,
      limit: 1000,
    })
    expect(rows.length).to.be.above(ROUNDS * (changes.length - 2))
    const ends = (outcomes: readonly (readonly [string, string])[]) =>
      outcomes.map(([snapshotId, end]) => `${names.get(snapshotId) ?? 'the last one'}: ${end}`).sort()
    const stored = rows.map(({ snapshotId, status, reason }) => {
      const code = status === 'failed' ? ` ${reason?.split(':')[0]}` : ''
      return [snapshotId, `${status}${code}`] as const
    })
    const checked = [...publications.values()].map(({ snapshotId, outcome }) => {
      const codes = faults.filter((fault) => fault.snapshotId === snapshotId).map(({ reason }) => reason)
      const why = codes.find((code) => code !== 'no_open_publication') ?? bad.get(snapshotId)
      return [snapshotId, `${outcome}${outcome === 'failed' ? ` ${why}` : ''}`] as const
    })
    expect(ends(checked)).to.deep.equal(ends(stored))
  })

  it('computes the counts and the hash of each snapshot that is completed', async () => {
    const { publications } = await check()
    const { graph, organization } = installation
    const { data } = await call(listBomSnapshots, { limit: 200 }, contextFor(graph, organization))
    expect(data.length).to.be.at.least(ROUNDS * changes.filter(({ ends }) => ends === 'completed').length)
    // The snapshot of a partial publication contains more than the file.
    const whole = data.filter(({ snapshotId }) => !names.get(snapshotId)?.startsWith('a partial mode'))
    for (const { snapshotId, styleCount, skuCount, rowCount, contentHash } of whole)
      expect(publications.get(snapshotId)?.contents).to.include({ styleCount, skuCount, rowCount, contentHash })
  })

  it('names the events that are rejected because their publication is not open', async () => {
    const { faults } = await check()
    const ids = (reason: string) => faults.filter((one) => one.reason === reason).map(({ eventId }) => eventId)
    const deadLetters = await installation.deadLetters()
    const rejected = deadLetters.flatMap(({ headers, value }) =>
      String(headers['dlq.reason']) === 'no_open_publication' ? [JSON.parse(String(value)).id] : [],
    )
    // After a failure, the projector also rejects what follows of the publication.
    expect(rejected).to.include.members(ids('no_open_publication'))
    const used = deadLetters.flatMap(({ headers, value }) =>
      String(headers['dlq.detail']).includes('used before') ? [JSON.parse(String(value)).id] : [],
    )
    expect(used.sort()).to.deep.equal(ids('publication_failed').sort())
  })
})
