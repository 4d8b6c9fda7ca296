import { expect } from 'chai'
import fc from 'fast-check'
import { getServiceDataFreshness } from '../../api/operations/materials/get-service-data-freshness.ts'
import type { Graph } from '../../cypher/connect.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { applyLog, cutsOf } from '../support/events/apply-log.ts'
import { someCuts } from '../support/events/random-events.ts'
import type { SourceEvent } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { wipe } from '../support/graph/graph-lines.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 15)
const datasetId = 'erp.backfilled'
const START = Date.UTC(2026, 10, 1)
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()
const NOW = START + 2000 * 60_000

const dataset: SourceEvent = {
  kind: 'dataset',
  system: 'erp',
  recordId: datasetId,
  version: 1,
  time: at(0),
  data: {
    ...{ datasetId, name: 'Backfilled', sourceSystem: 'erp', instance: 'main', loadMode: 'incremental' },
    ...{ lifecycle: 'active', expectedIntervalSeconds: 3600, warnAfterSeconds: 36_000 },
  },
}

interface Run {
  id: number
  version: number
  load: { status: string; start: number; end: number | null; watermark: number | null } | null
}

const eventOf = ({ id, version, load }: Run): SourceEvent => ({
  kind: 'dataset_load',
  system: 'erp',
  recordId: `run-${id}`,
  version,
  time: at(version),
  data: load && {
    datasetId,
    status: load.status,
    startedAt: at(load.start),
    endedAt: load.end === null ? null : at(load.end),
    sourceWatermarkAt: load.watermark === null ? null : at(load.watermark),
  },
})

const latest = (times: readonly number[]) => (times.length === 0 ? null : Math.max(...times))

/** The expected freshness, in minutes, from the event with the highest version of each run. */
function expectedOf(log: readonly Run[]) {
  const newest = new Map<number, Run>()
  for (const run of log) if (run.version > (newest.get(run.id)?.version ?? -1)) newest.set(run.id, run)
  const loads = [...newest.values()].flatMap(({ load }) => load ?? [])
  const succeeded = loads.filter(({ status }) => status === 'succeeded')
  const endOf = (load: (typeof loads)[number]) => load.end ?? load.start
  const watermark = latest(succeeded.flatMap((load) => load.watermark ?? []))
  const unmarked = latest(succeeded.filter((load) => load.watermark === null).map(endOf))
  const since = latest([watermark, unmarked].filter((time) => time !== null))
  const lastSuccess = latest(succeeded.map(endOf))
  const begun = latest(loads.map(({ start }) => start))
  const attempts = loads.filter(({ start }) => start === begun)
  const lastAttempt = latest(attempts.map(endOf))
  return {
    sourceWatermarkAt: watermark === null ? null : at(watermark),
    lastSuccessAt: lastSuccess === null ? null : at(lastSuccess),
    lastAttemptAt: lastAttempt === null ? null : at(lastAttempt),
    lagSeconds: since === null ? null : (NOW - START) / 1000 - since * 60,
    basis: since === null ? null : since === watermark ? 'source_watermark' : 'last_success',
  }
}

describe('the freshness of a dataset', function () {
  this.timeout(300_000 + numRuns * 5000)
  let graph: Graph
  let organization: string
  before(() => {
    graph = connectTestGraph({ writeTimeoutMs: 60_000 })
  })
  beforeEach(() => {
    organization = freshOrganization()
  })
  afterEach(() => wipe(graph, organization))
  after(() => graph.close())

  async function read() {
    const context = { ...contextFor(graph, organization, ['materials:read']), now: () => new Date(NOW) }
    const { data } = await call(getServiceDataFreshness, { datasetId }, context)
    const [one] = data
    if (!one) throw new Error('no freshness')
    const { sourceWatermarkAt, lastSuccessAt, lastAttemptAt, lagSeconds, basis } = one
    return { sourceWatermarkAt, lastSuccessAt, lastAttemptAt, lagSeconds, basis }
  }

  it('keeps its watermark after a backfill of old data', async () => {
    const fresh: Run = { id: 1, version: 1, load: { status: 'succeeded', start: 470, end: 475, watermark: 470 } }
    const backfill: Run = {
      id: 2,
      version: 1,
      load: { status: 'succeeded', start: 476, end: 478, watermark: -900_000 },
    }
    await applyLog(graph, organization, [dataset, eventOf(fresh), eventOf(backfill)])
    expect(await read()).to.deep.include({ sourceWatermarkAt: at(470), lastSuccessAt: at(478), lastAttemptAt: at(478) })
  })

  const minute = fc.integer({ min: 1, max: 1500 })
  const someLoad = fc.record({
    status: fc.constantFrom('succeeded', 'succeeded', 'succeeded', 'failed', 'started'),
    start: minute,
    end: fc.option(minute),
    watermark: fc.option(minute, { freq: 3 }),
  })
  const someRuns = fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      version: fc.integer({ min: 1, max: 4 }),
      load: fc.option(someLoad),
    }),
    { minLength: 4, maxLength: 25 },
  )
  const each = (runs: readonly Run[]) => [...new Map(runs.map((run) => [`${run.id} ${run.version}`, run])).values()]

  it('depends on the newest version of each run only, in any order of arrival, with repeats and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(someRuns.map(each), someCuts, async (runs, sizes) => {
        const expected = expectedOf(runs)
        for (const order of [runs, runs.toReversed()]) {
          await wipe(graph, organization)
          const log = [dataset, ...order.map(eventOf)]
          await applyLog(graph, organization, log, cutsOf(log.length, sizes))
          expect(await read()).to.deep.equal(expected)
        }
      }),
      { numRuns },
    )
  })
})
