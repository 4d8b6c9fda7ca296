import type { Envelope } from '../../../schemas/records/record-events.ts'
import { bomEvent, freshSnapshotId, publication, styleData, type TestBom, type TestLine } from './bom-events.ts'
import type { Chance } from './bom-model.ts'

/** The data of a style event, as far as it is changed here. */
interface StyleData {
  part?: number
  parts?: number
  style: { recordId: string; styleNumber: string }
  skus: { recordId: string; skuCode: string }[]
  lines: { uom: string; yields: { sku: string; netYield: string; wastagePercent: string }[] }[]
}

/** A way to change the events of a valid publication, and how the publication ends after it. */
export interface Change {
  name: string
  /** The code of the failure; `completed` and `aborted` are no failures. `unstarted` publications do not exist. */
  ends: string
  /** The codes of events that are rejected although the publication completes, or does not exist. */
  rejected?: string[]
  apply(events: Envelope[], chance: Chance): Envelope[]
}

/** A valid publication of one to three styles with random lines, SKUs, and yields. */
export function randomPublication(organization: string, chance: Chance, time: string): Envelope[] {
  const bom: TestBom = Object.fromEntries(
    Array.from({ length: 1 + chance.below(3) }, (_, style) => [`QM-${style}`, randomLines(chance, style)]),
  )
  return publication(organization, bom, { time, version: '5' })
}

/** Two SKUs at least, so that a style can be split, and every SKU in the first line. */
function randomLines(chance: Chance, style: number): TestLine[] {
  const skus = Array.from({ length: 2 + chance.below(3) }, (_, sku) => `QM-${style}-${sku}`)
  return Array.from({ length: 1 + chance.below(3) }, (_, line) => ({
    ref: `L-${line}`,
    material: `MT-${chance.below(4)}`,
    supplier: `SUP-${chance.below(3)}`,
    mpn: chance.pick([null, 'HV-1']),
    yields: Object.fromEntries(
      skus
        .filter(() => line === 0 || chance.below(4) > 0)
        .map((sku) => [sku, `${chance.below(9)}.${chance.below(99)}`]),
    ),
  }))
}

const copyOf = (event: Envelope): Envelope => structuredClone(event)
const isStyle = ({ type }: Envelope) => type === 'tenantdata.bom.style.v1'
const dataOf = (event: Envelope) => event.data as StyleData
let serial = 0
const withNewId = (event: Envelope, version = event.sourceversion): Envelope => {
  serial += 1
  return { ...copyOf(event), id: `${event.id}.again.${serial}`, sourceversion: version }
}

function anyStyle(events: readonly Envelope[], chance: Chance): number {
  const styles = events.flatMap((event, at) => (isStyle(event) ? [at] : []))
  return styles[chance.below(styles.length)] ?? 0
}

/** Replaces one style event by others. */
function onStyle(replace: (event: Envelope, chance: Chance) => Envelope[]): Change['apply'] {
  return (events, chance) => {
    const at = anyStyle(events, chance)
    return events.flatMap((event, index) => (index === at ? replace(copyOf(event), chance) : event))
  }
}

function changed(event: Envelope, change: (data: StyleData) => void): Envelope[] {
  change(dataOf(event))
  return [event]
}

/** Sets fields of the completed event. */
const claim =
  (fields: (data: Record<string, number>) => Record<string, unknown>): Change['apply'] =>
  (events) =>
    events.map((event) =>
      event.type === 'tenantdata.bom.completed.v1'
        ? { ...event, data: { ...Object(event.data), ...fields(event.data as Record<string, number>) } }
        : event,
    )

/** Sets fields of the started event. */
const start = (fields: Record<string, unknown>, [started, ...rest]: readonly Envelope[]): Envelope[] =>
  started ? [{ ...started, data: { ...Object(started.data), ...fields } }, ...rest] : []

const removing = claim(() => ({ removedStyles: [{ recordId: 'S-QM-0' }, { recordId: 'S-QM-9' }] }))

const off = (name: string): Change => ({
  name: `a wrong ${name}`,
  ends: 'wrong_counts',
  apply: claim((data) => ({ [name]: (data[name] ?? 0) + 1 })),
})

/** Divides a style: its first SKU, and the others. A part lacks the lines that only have rows of the other. */
function halves(event: Envelope): [Envelope, Envelope] {
  const { skus, lines } = dataOf(event)
  const [first] = skus
  const half = (part: number, own: StyleData['skus']) => {
    const codes = own.map(({ skuCode }) => skuCode)
    const present = lines.filter(({ yields }) => yields.some(({ sku }) => codes.includes(sku)) || yields.length === 0)
    const rows = present.map((line) => ({ ...line, yields: line.yields.filter(({ sku }) => codes.includes(sku)) }))
    const data = { ...dataOf(event), part, parts: 2, skus: own, lines: rows }
    return { ...withNewId(event), data }
  }
  return [half(1, first ? [first] : []), half(2, skus.slice(1))]
}

/** Ways to change a publication. Together with the order of the events, they cover each rule that needs no graph. */
export const changes: readonly Change[] = [
  { name: 'no change', ends: 'completed', apply: (events) => events },
  off('styleCount'),
  off('skuCount'),
  off('lineCount'),
  off('rowCount'),
  {
    name: 'a wrong content hash',
    ends: 'wrong_hash',
    apply: claim(() => ({ contentHash: `sha256sum:${'0'.repeat(64)}` })),
  },
  { name: 'a style that is left out', ends: 'wrong_counts', apply: onStyle(() => []) },
  { name: 'an event that is repeated', ends: 'completed', apply: onStyle((event) => [event, copyOf(event)]) },
  {
    name: 'another event with the same ID',
    ends: 'completed',
    apply: onStyle((event) => [event, { ...copyOf(event), data: { ...dataOf(event), lines: [] } }]),
  },
  { name: 'a style that is sent twice', ends: 'duplicate_part', apply: onStyle((event) => [event, withNewId(event)]) },
  {
    name: 'a style that is corrected',
    ends: 'completed',
    apply: onStyle((event) => [{ ...withNewId(event, '4'), data: { ...dataOf(event), lines: [] } }, event]),
  },
  {
    name: 'a lower version after a higher one',
    ends: 'completed',
    apply: onStyle((event) => [event, { ...withNewId(event, '4'), data: { ...dataOf(event), lines: [] } }]),
  },
  {
    name: 'a row that is given twice',
    ends: 'invalid_data',
    apply: onStyle((event) => changed(event, ({ lines }) => lines[0]?.yields.push(...lines[0].yields.slice(0, 1)))),
  },
  {
    name: 'a yield for a SKU that is not listed',
    ends: 'invalid_data',
    apply: onStyle((event) => changed(event, ({ skus }) => skus.pop())),
  },
  {
    name: 'an unknown unit',
    ends: 'invalid_data',
    apply: onStyle((event) => changed(event, ({ lines }) => Object.assign(lines[0] ?? {}, { uom: 'ELL' }))),
  },
  { name: 'a style in two parts', ends: 'completed', apply: onStyle((event) => halves(event).reverse()) },
  { name: 'a missing part', ends: 'missing_part', apply: onStyle((event) => [halves(event)[0]]) },
  {
    name: 'a part that is sent twice',
    ends: 'duplicate_part',
    apply: onStyle((event) => {
      const [one, other] = halves(event)
      return [one, other, withNewId(one)]
    }),
  },
  {
    name: 'a SKU in two parts',
    ends: 'invalid_data',
    apply: onStyle((event) => {
      const [one, other] = halves(event)
      dataOf(other).skus.push(...dataOf(one).skus)
      return [one, other]
    }),
  },
  {
    name: 'parts with two style numbers',
    ends: 'invalid_data',
    apply: onStyle((event) => {
      const [one, other] = halves(event)
      return [one, { ...other, data: { ...dataOf(other), style: { ...dataOf(one).style, styleNumber: 'QM-X' } } }]
    }),
  },
  {
    name: 'no started event',
    ends: 'unstarted',
    rejected: ['no_open_publication'],
    apply: (events) => events.slice(1),
  },
  { name: 'no completed event', ends: 'superseded', apply: (events) => events.slice(0, -1) },
  {
    name: 'a style before the started event',
    ends: 'wrong_counts',
    rejected: ['no_open_publication'],
    apply: ([started, style, ...rest]) => [style, started, ...rest].flatMap((event) => event ?? []),
  },
  {
    name: 'a style after the completed event',
    ends: 'wrong_counts',
    rejected: ['no_open_publication'],
    apply: ([started, style, ...rest]) => [started, ...rest, style].flatMap((event) => event ?? []),
  },
  {
    name: 'a style of another snapshot',
    ends: 'completed',
    rejected: ['no_open_publication'],
    apply: onStyle((event) => {
      const { tenantid } = event
      const other = styleData('QM-9', [{ ref: 'L-1', yields: { S: '1' } }])
      return [bomEvent(tenantid, 'style', freshSnapshotId(), other), event]
    }),
  },
  {
    name: 'a second started event',
    ends: 'completed',
    rejected: ['publication_failed'],
    apply: ([started, ...rest]) => (started ? [started, withNewId(started), ...rest] : rest),
  },
  {
    name: 'an aborted event',
    ends: 'aborted',
    apply: (events) => [
      ...events.slice(0, -1),
      ...events.slice(0, 1).map(({ tenantid, subject }) => bomEvent(tenantid, 'aborted', subject, { reason: null })),
    ],
  },
  { name: 'a partial mode', ends: 'completed', apply: (events) => start({ mode: 'partial' }, events) },
  {
    name: 'a removed style that is sent, too',
    ends: 'invalid_data',
    apply: (events, chance) => start({ mode: 'partial' }, removing(events, chance)),
  },
  { name: 'removed styles without the partial mode', ends: 'invalid_data', apply: removing },
  {
    name: 'another previous snapshot',
    ends: 'base_moved',
    apply: (events) => start({ previousSnapshotId: freshSnapshotId() }, events),
  },
  {
    name: 'a completed event before the previous one',
    ends: 'out_of_order',
    apply: (events) => events.map((event) => ({ ...event, time: '2020-01-01T00:00:00.000Z' })),
  },
  {
    name: 'a completed event in the future',
    ends: 'future_time',
    apply: (events) => events.map((event) => ({ ...event, time: '2098-01-01T00:00:00.000Z' })),
  },
]
