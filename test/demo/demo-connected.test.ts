import { expect } from 'chai'
import { openBrand } from '../../demo/brand.ts'
import { connectedCounts, connectedEvents } from '../../demo/connected/connected-events.ts'
import { pairRecords } from '../../demo/connected/connected-records.ts'
import { datasets } from '../../demo/connected/datasets.ts'
import { faultsOf } from '../../demo/connected/faults/injections.ts'
import { oddDatasets } from '../../demo/connected/loads.ts'
import { planOf } from '../../demo/connected/plan.ts'
import { requirementRecords } from '../../demo/connected/systems/requirement.ts'
import { systemEvent } from '../../demo/connected/systems/system-record.ts'
import { demoEvents } from '../../demo/demo-events.ts'
import type { DemoEvent, RecordData } from '../../demo/event.ts'
import { styleAt } from '../../demo/graph/styles/style.ts'
import { decodeEvent } from '../../domain/events/decode-event.ts'

const smoke = { organization: 'quillmere', profile: 'smoke' } as const

const kindOf = ({ value }: DemoEvent) => value.type.split('.')[1] ?? ''

const byKey = (events: Iterable<DemoEvent>) => new Map([...events].map((event) => [event.key, event]))

/** The data of all events of one kind, typed as that kind. */
function dataOf<Kind extends 'dataset_load' | 'position' | 'source_record'>(kind: Kind, events: Iterable<DemoEvent>) {
  return [...events].filter((event) => kindOf(event) === kind).map(({ value }) => value.data as RecordData<Kind>)
}

describe('the cross-system data of the demo', () => {
  it('is the same when each position and order is computed alone, in reverse order', () => {
    const forward = byKey(connectedEvents(smoke))
    const brand = openBrand(smoke)
    const places = planOf(brand).pairs.map((_, place) => place)
    const alone = places.filter((place) => place % 23 === 0).toReversed()
    const records = alone.flatMap((place) => {
      const plan = planOf(openBrand(smoke))
      const pair = plan.pairs[place]
      return pair ? pairRecords(openBrand(smoke), pair, faultsOf(plan).get(pair)) : []
    })
    const styles = Array.from({ length: brand.profile.styles }, (_, index) => brand.profile.styles - 1 - index)
    const orders = styles.flatMap((index) => requirementRecords(openBrand(smoke), styleAt(openBrand(smoke), index)))
    expect(records.length).to.be.above(20)
    expect(orders.length).to.equal([...forward.values()].filter((event) => kindOf(event) === 'requirement').length)
    for (const record of [...records, ...orders]) {
      const event = systemEvent(brand, record)
      expect(event).to.deep.equal(forward.get(event.key))
    }
  })

  it('has as many events of each kind as it announces', () => {
    for (const profile of ['smoke', 'demo'] as const) {
      const counts = { ...connectedCounts({ ...smoke, profile }) }
      const found = [...connectedEvents({ ...smoke, profile })]
      for (const kind of Object.keys(counts) as (keyof typeof counts)[]) {
        expect(found.filter((event) => kindOf(event) === kind).length, kind).to.equal(counts[kind])
      }
    }
  })

  it('is decoded by the projector without missing or unknown fields', () => {
    const { clock } = openBrand(smoke)
    for (const { key, value } of connectedEvents(smoke)) {
      const raw = { key: Buffer.from(key), value: Buffer.from(JSON.stringify(value)), headers: {} }
      const decoded = decodeEvent(raw)
      if (decoded.outcome !== 'event') throw new Error(`${value.subject}: ${JSON.stringify(decoded)}`)
      expect(decoded.event.data).to.deep.equal(value.data)
      expect(Date.parse(value.time)).to.be.at.most(clock)
      expect(value.sourceversion).to.equal(`${Date.parse(value.time)}`)
    }
  })

  it('has a unique key and a unique ID for each event, across brands and the PLM', () => {
    const events = (organization: string) => {
      const options = { organization, profile: 'demo' } as const
      return [...demoEvents(options), ...connectedEvents(options)]
    }
    const all = [...events('quillmere'), ...events('pallendro')]
    expect(new Set(all.map(({ key }) => key)).size).to.equal(all.length)
    expect(new Set(all.map(({ value }) => value.id)).size).to.equal(all.length)
  })

  it('differs only in its loads when these are later', () => {
    const loadsUntil = Date.UTC(2031, 0, 1)
    const others = (events: Iterable<DemoEvent>) => [...events].filter((event) => kindOf(event) !== 'dataset_load')
    expect(others(connectedEvents(smoke, { loadsUntil }))).to.deep.equal(others(connectedEvents(smoke)))
    const loads = dataOf('dataset_load', connectedEvents(smoke, { loadsUntil }))
    expect(loads.every(({ startedAt }) => startedAt > '2030-11')).to.equal(true)
  })

  it('has one stale dataset, one without loads, one with clock skew, and one with a failed load', () => {
    const until = openBrand(smoke).clock
    const loads = Map.groupBy(dataOf('dataset_load', connectedEvents(smoke)), ({ datasetId }) => datasetId)
    for (const { datasetId, warnAfterSeconds, errorAfterSeconds } of datasets) {
      const runs = loads.get(datasetId) ?? []
      const last = runs.findLast(({ status }) => status === 'succeeded')
      const lag = (until - Date.parse(last?.sourceWatermarkAt ?? last?.endedAt ?? '')) / 1000
      if (datasetId === oddDatasets.unknown) expect(runs).to.deep.equal([])
      else if (datasetId === oddDatasets.stale)
        expect(lag).to.be.within((warnAfterSeconds ?? 0) + 1, errorAfterSeconds ?? 0)
      else expect(lag, datasetId).to.be.below((warnAfterSeconds ?? 0) / 2)
      expect(lag < 0, datasetId).to.equal(datasetId === oddDatasets.skewed)
      const odd = { [oddDatasets.failing]: 'failed', [oddDatasets.running]: 'started' }[datasetId]
      expect(runs.at(-1)?.status).to.equal(datasetId === oddDatasets.unknown ? undefined : (odd ?? 'succeeded'))
      expect(runs.length).to.be.within(datasetId === oddDatasets.unknown ? 0 : 3, 5)
    }
  })

  it('writes quantities as exact decimal strings', () => {
    const text = JSON.stringify(dataOf('position', connectedEvents({ ...smoke, profile: 'demo' })))
    const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []
    expect(numbers.filter((number) => !/^\d$/.test(number))).to.deep.equal([])
    expect(text).not.to.match(/\d\.\d{5}|\d[eE][+-]\d|NaN|Infinity|undefined/)
  })

  it('contains only fictional secrets and addresses in raw records', () => {
    const records = dataOf('source_record', connectedEvents(smoke)).map(({ raw }) => JSON.stringify(raw))
    const secrets = records.flatMap((raw) => raw.match(/"[^"]*(password|key|token)":"[^"]*"/gi) ?? [])
    expect(secrets.length).to.be.above(300)
    for (const secret of secrets) expect(secret).to.match(/:"not-a-real-/)
    const addresses = records.flatMap((raw) => raw.match(/[\w.]+@[\w.]+/g) ?? [])
    expect(addresses.length).to.be.above(100)
    for (const address of addresses) expect(address).to.match(/@example\.invalid$/)
  })
})
