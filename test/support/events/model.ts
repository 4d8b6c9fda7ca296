import { createHash } from 'node:crypto'
import { INSTANCE, type SourceEvent, systemOf } from './source-event.ts'

/**
 * The expected contents of the graph after a log of events, computed from the whole log at once. It shares no code with
 * the projector, which applies events one by one; even IDs are computed independently.
 */
export interface Expected {
  /** Entities by ID; null for an ID that is only referenced, or whose records were all deleted. */
  entities: Map<string, object | null>
  /** Labels of entities that are not listed, as the ends of links show them. */
  unpublishedLabels: Map<string, string | null>
  /** One line per link; links that are derived from a SKU have no ID in it. */
  links: Set<string>
  /** Codes of live entities as lines: entity ID, system, instance, kind, value, and `former` for previous codes. */
  claims: Set<string>
}

/** An event that was not stale, with the ID of its entity (`target`) and the record's previous event (`before`). */
type Statement = SourceEvent & { key: string; target: string; before: Statement | undefined; isLast: boolean }
type Code = { system: string; instance: string; kind: string; value: string }
type Data = Record<string, unknown>

const NAMESPACE = Buffer.from('b0a1c6f25d0e4e579c1f2f6d8a3e7c41', 'hex')

/** RFC 9562, section 5.5. */
export function uuidOf(...parts: string[]): string {
  const hash = createHash('sha1').update(NAMESPACE).update(JSON.stringify(parts)).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const none: string[] = []
const attributes: Record<string, Data> = {
  style: {
    styleNumber: null,
    name: null,
    brand: null,
    division: null,
    gender: null,
    category: null,
    subcategory: null,
    season: null,
    seasonYear: null,
    delivery: null,
    developmentType: null,
    sizes: none,
    sampleSize: null,
    colorways: none,
    hsCode: null,
    targetCost: null,
  },
  sku: {
    skuCode: null,
    styleNumber: null,
    colorwayCode: null,
    colorwayName: null,
    sizeCode: null,
    sizeIndex: null,
    secondarySizeCode: null,
    gtin: null,
    launchDate: null,
    exitDate: null,
  },
  material: {
    materialNumber: null,
    name: null,
    materialType: null,
    composition: none,
    baseUom: null,
    purchaseUom: null,
    widthCm: null,
    cuttableWidthCm: null,
    weightGsm: null,
    shrinkagePercent: null,
    countryOfOrigin: null,
    certifications: none,
  },
  supplier: {
    supplierCode: null,
    name: null,
    legalName: null,
    roles: none,
    tier: null,
    countryCode: null,
    city: null,
    currency: null,
  },
}

const codes: Record<string, [kind: string, attribute: string]> = {
  style: ['style_number', 'styleNumber'],
  sku: ['sku_code', 'skuCode'],
  material: ['material_number', 'materialNumber'],
  supplier: ['supplier_code', 'supplierCode'],
}

export function modelOf(organization: string, log: readonly SourceEvent[]): Expected {
  const statements = statementsOf(organization, log)
  const expected: Expected = { entities: new Map(), unpublishedLabels: new Map(), links: new Set(), claims: new Set() }
  for (const event of log) {
    if (event.kind !== 'link') for (const id of idsOf(organization, event)) name(expected, id)
  }
  for (const statement of statements) for (const id of namedBy(organization, statement)) name(expected, id)
  const left = Map.groupBy(statements.filter(leaves), ({ before }) => before?.target)
  for (const [id, own] of Map.groupBy(statements, ({ target }) => target)) {
    if (own[0]?.kind === 'link') addLink(expected, organization, id, own)
    else addEntity(expected, organization, id, own, left.get(id) ?? [])
  }
  return expected
}

function name(expected: Expected, id: string): void {
  expected.entities.set(id, null)
  expected.unpublishedLabels.set(id, null)
}

/** The entity IDs in an event: that of its record, and that of `canonicalOf`. */
function idsOf(organization: string, event: SourceEvent): string[] {
  const own = uuidOf(organization, event.kind, systemOf(event), INSTANCE, event.recordId)
  return event.data?.canonicalOf ? [own, targetOf(organization, event.kind, event.data.canonicalOf as Code)] : [own]
}

function targetOf(organization: string, kind: string, target: unknown): string {
  const { system, instance, recordId } = target as Record<'system' | 'instance' | 'recordId', string>
  return uuidOf(organization, kind, system, instance, recordId)
}

/** The events whose version is above all earlier ones of the same record. */
function statementsOf(organization: string, log: readonly SourceEvent[]): Statement[] {
  const newest = new Map<string, Statement>()
  return log.flatMap((event) => {
    const key = `${event.kind} ${systemOf(event)}:${INSTANCE}:${event.recordId}`
    const before = newest.get(key)
    if (before && before.version >= event.version) return []
    const [own = '', moved] = idsOf(organization, event)
    const target = event.data === null ? (before?.target ?? own) : (moved ?? own)
    const statement = { ...event, key, target, before, isLast: true }
    if (before) before.isLast = false
    newest.set(key, statement)
    return [statement]
  })
}

/** Whether an event moves a live record away from its previous entity. */
const leaves = ({ before, target }: Statement) =>
  before !== undefined && before.data !== null && before.target !== target

const isLive = ({ data, isLast }: Statement) => data !== null && isLast

/** The latest event by its time, and by its key for equal times. */
function newestOf(some: readonly Statement[]): Statement | undefined {
  return some.reduce<Statement | undefined>((best, one) => {
    if (!best) return one
    const [a, b] = [one.time, best.time]
    return a > b || (a === b && one.key >= best.key) ? one : best
  }, undefined)
}

function namedBy(organization: string, event: Statement): string[] {
  const { kind, data } = event
  if (data === null) return []
  if (kind === 'sku') return [endOf(organization, event, 'style', data.style as Data)]
  return kind === 'link' ? linkEnds(organization, event) : []
}

function endOf(organization: string, event: Statement, type: string, end: Data): string {
  const { system = systemOf(event), instance = INSTANCE, recordId } = end
  return targetOf(organization, type, end.canonicalOf ?? { system, instance, recordId })
}

function linkEnds(organization: string, event: Statement): [string, string] {
  const { from, to } = event.data as Record<'from' | 'to', Data>
  return [endOf(organization, event, String(from.type), from), endOf(organization, event, String(to.type), to)]
}

function codesOf(event: Statement): Code[] {
  const own = { system: systemOf(event), instance: INSTANCE }
  const [kind, attribute] = codes[event.kind] ?? ['', '']
  return [
    { ...own, kind: 'record_id', value: event.recordId },
    { ...own, kind, value: String(event.data?.[attribute]) },
    ...((event.data?.references ?? []) as Code[]),
  ]
}

function addEntity(
  expected: Expected,
  organization: string,
  id: string,
  own: readonly Statement[],
  left: readonly Statement[],
): void {
  const live = own.filter(isLive)
  const shown = newestOf(live)
  if (!shown) {
    const known = newestOf(own.filter(({ data }) => data !== null))
    expected.unpublishedLabels.set(id, known ? labelOf(known) : null)
    return
  }
  expected.unpublishedLabels.delete(id)
  const times = [...own, ...left].map(({ time }) => time).sort()
  expected.entities.set(id, {
    id,
    type: shown.kind,
    label: labelOf(shown),
    lifecycleState: shown.data?.lifecycleState,
    externalReferences: referencesOf(own, shown),
    attributes: attributesOf(shown),
    revision: own.length + left.length,
    createdAt: times[0],
    updatedAt: times.at(-1),
  })
  const current = new Set(live.flatMap(codesOf).map((code) => lineOf(id, code)))
  for (const code of own.filter(({ data }) => data !== null).flatMap(codesOf)) {
    if (code.kind === 'record_id') continue
    expected.claims.add(current.has(lineOf(id, code)) ? lineOf(id, code) : `${lineOf(id, code)} former`)
  }
  if (shown.kind === 'sku') addSkuLink(expected, organization, id, shown)
}

function attributesOf({ kind, data }: Statement): Data {
  const names = Object.entries(attributes[kind] ?? {})
  return Object.fromEntries(names.map(([attribute, absent]) => [attribute, data?.[attribute] ?? absent]))
}

function labelOf({ kind, data }: Statement): string {
  const text = (name: string) => String(data?.[name] ?? '')
  const labels: Record<string, string> = {
    style: `${text('styleNumber')} ${text('name')}`,
    material: `${text('materialNumber')} ${text('name')}`,
    supplier: `${text('name')} (${text('supplierCode')})`,
    sku: ['skuCode', 'styleNumber', 'colorwayName', 'sizeCode'].map(text).filter(Boolean).join(' '),
  }
  return labels[kind] ?? ''
}

export const lineOf = (id: string, { system, instance, kind, value }: Code) =>
  [id, system, instance, kind, value].join(' ')

/** Every code that a record of the entity ever had, with its first and last time, ordered. */
function referencesOf(own: readonly Statement[], shown: Statement) {
  const seen = new Map<string, { code: Code; times: string[] }>()
  for (const event of own.filter(({ data }) => data !== null)) {
    for (const code of codesOf(event)) {
      const { times } = seen.get(lineOf('', code)) ?? { times: [] }
      seen.set(lineOf('', code), { code, times: [...times, event.time].sort() })
    }
  }
  const isPrimary = ({ system, kind, value }: Code) =>
    kind === 'record_id' && system === systemOf(shown) && value === shown.recordId
  return [...seen.values()].map(({ code, times }) => {
    return { ...code, isPrimary: isPrimary(code), firstSeenAt: times[0], lastSeenAt: times.at(-1) }
  })
}

function addSkuLink(expected: Expected, organization: string, id: string, shown: Statement): void {
  const { colorwayCode, sizeCode, sizeIndex } = attributesOf(shown)
  const style = endOf(organization, shown, 'style', shown.data?.style as Data)
  expected.links.add(linkLine(null, 'HAS_SKU', style, id, { colorwayCode, sizeCode, sizeIndex }, sourceOf(shown)))
}

function addLink(expected: Expected, organization: string, id: string, own: readonly Statement[]): void {
  const shown = newestOf(own.filter(isLive))
  if (!shown) return
  const [from, to] = linkEnds(organization, shown)
  const { type, properties } = shown.data as { type: string; properties: Data }
  expected.links.add(linkLine(id, type, from, to, properties, sourceOf(shown)))
}

const sourceOf = (event: Statement) => ({
  system: systemOf(event),
  recordId: event.recordId,
  extractedAt: event.time,
})

export function linkLine(
  id: string | null,
  type: string,
  from: string,
  to: string,
  properties: object,
  source: object,
) {
  return JSON.stringify([type === 'HAS_SKU' ? null : id, type, from, to, properties, source])
}
