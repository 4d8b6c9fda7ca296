import fc from 'fast-check'
import { ConnectedKind } from '../../../schemas/records/connected-events.ts'
import { eventSchemas } from '../../../schemas/records/event-schemas.ts'
import { RecordKind } from '../../../schemas/records/record-events.ts'
import { bomSamples } from '../../../schemas/samples/bom-samples.ts'
import { recordSamples } from '../../../schemas/samples/record-samples.ts'
import { timeOf } from './source-event.ts'

/** A Kafka record with odd contents, for the topic of records or of BOM events. */
export interface FuzzedRecord {
  topic: 'records' | 'bom'
  key: string | null
  value: Buffer | null
  headers: Record<string, string>
}

interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  type?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

type Path = readonly (string | number)[]
type Event = Record<string, unknown>

/** A field of an event with its published schema; the sample of the event may lack it. */
interface Field {
  path: Path
  schema: JsonSchema
}

const schemas = eventSchemas() as ReadonlyMap<string, JsonSchema>

/** Every field of an event type; fields within lists are those of the first item. */
function fieldsOf(type: string): Field[] {
  const root = schemas.get(`${type}.json`)
  if (!root) throw new Error(`There is no schema of ${type}`)
  const fields = fieldsIn(root, root, [])
  return [...new Map(fields.map((field) => [JSON.stringify(field), field])).values()]
}

function fieldsIn(schema: JsonSchema, root: JsonSchema, path: Path): Field[] {
  if (schema.$ref) {
    const named = root.$defs?.[schema.$ref.replace('#/$defs/', '')]
    return named ? fieldsIn(named, root, path) : []
  }
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...(path.length > 0 ? [{ path, schema }] : []),
    ...forms.flatMap((form) => fieldsIn(form, root, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => fieldsIn(property, root, [...path, name])),
    ...(schema.items ? fieldsIn(schema.items, root, [...path, 0]) : []),
  ]
}

const objectNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then']
const oddNumbers = (
  '97,5|97.5%|100 | 1|1e2|1E-7|60/40|NaN|Infinity|-0|-0.0|00|.5|5.|+1|0x10|٣|１|1_000|1 000|1.2.3|100.1|99.9|-5|105|999.99|' +
  '9999999999.9999999999999999|-9999999999|0.00000000000000001|1.250000000000000000'
)
  .split('|')
  .concat('1'.repeat(400))
const oddTimes = (
  '9999-12-31T23:59:59-05:00|9999-12-31T23:59:59Z|0000-01-01T00:00:00+01:00|0001-01-01T00:00:00Z|1899-12-31T23:59:59Z|' +
  '9998-12-31T23:59:59.999Z|2026-02-29T00:00:00Z|2026-12-31T23:59:60Z|2026-01-01T24:00:00Z|2026-01-01|' +
  '2026-01-01T00:00:00.123456789Z|2026-01-01t00:00:00z|+010000-01-01T00:00:00Z|2026-01-01T00:00:00+23:59|' +
  '2026-01-01T00:00:00-00:00|1767225600000|2026-13-45T99:99:99Z'
).split('|')
const oddTexts = [
  ...[
    '',
    ' ',
    '\t',
    '\0',
    '\ud800',
    '\udc00x',
    'a\u0000b',
    '\u200b',
    'Herr\u00adingbone',
    '\u202eabc',
    'ﷺ',
    'x'.repeat(256),
  ],
  ...['x'.repeat(40_000), '🧵'.repeat(255), 'é'.normalize('NFD').repeat(200), '=1+1', '＝1', '\u001b[31mred'],
  ...'ZZ|UK|XX|ZZZ|C62|H87|PCE|LTR|ROL|qq|/|//|:|a:b:c|@|M-1@|../..|%ff|null|{}'.split('|'),
]

const names = fc.constantFrom(...objectNames)
const numbers = fc.constantFrom(...oddNumbers)
const times = fc.constantFrom(...oddTimes)
const texts = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 300 }), names)
const nested = fc.integer({ min: 2, max: 70 }).map((levels) => {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { in: value }
  return value
})
const plain = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  2 ** 31,
  1e308,
  -1e-308,
  [],
  {},
  [[]],
  [null],
  [{}],
)
const anything = fc.oneof(plain, numbers, times, texts, nested, fc.jsonValue({ maxDepth: 3 }))

/** Valid times at the bounds of the contract. */
const allowedTimes = fc.constantFrom(
  ...[
    '1900-01-01T00:00:00Z',
    '9998-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.123456789Z',
    '2026-02-28T23:59:59+14:00',
  ],
  ...['1970-01-01T00:00:00.000Z', '2024-02-29T12:00:00-12:00'],
)
/** Texts of any script without the characters that a code must not contain. */
const allowedTexts = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    'é'.normalize('NFD').repeat(100),
    '🧵'.repeat(64),
    'ﷺ',
    'x'.repeat(255),
    '=1+1',
    'null',
    '{}',
    '/',
    'a:b:c',
    '%ff',
  ),
  names,
)

/** Random values for a field: mostly valid ones, often at the bounds; some similar to valid ones, some arbitrary. */
function valueFor({ schema }: Field): fc.Arbitrary<unknown> {
  const [allowed, near] = valuesOf(schema)
  if (!allowed) return anything
  return fc.oneof({ arbitrary: allowed, weight: 6 }, { arbitrary: near, weight: 2 }, { arbitrary: anything, weight: 1 })
}

function valuesOf(schema: JsonSchema): [allowed: fc.Arbitrary<unknown> | null, near: fc.Arbitrary<unknown>] {
  const { enum: values, pattern, minimum = -(2 ** 53 - 1), maximum = 2 ** 53 - 1 } = schema
  if (values) return [fc.constantFrom(...values), texts]
  if (schema.format === 'date-time') return [allowedTimes, times]
  if (pattern) return [matching(pattern), numbers]
  if (schema.type === 'string') return [allowedTexts, texts]
  if (schema.type === 'integer')
    return [fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum)), plain]
  if (schema.type === 'boolean') return [fc.boolean(), plain]
  if (schema.type === 'array') return [fc.constant([]), fc.array(anything, { maxLength: 4 })]
  return [null, anything]
}

function matching(pattern: string): fc.Arbitrary<string> {
  // fast-check cannot generate texts for patterns with look-arounds.
  return /\(\?[=!<]/.test(pattern) ? numbers : fc.stringMatching(new RegExp(pattern))
}

/** Sets a field, and creates missing objects and lists on its path. */
function set(event: Event, path: Path, value: unknown): void {
  let at: Record<string | number, unknown> = event
  for (const [index, key] of path.slice(0, -1).entries()) {
    const inside = Object.hasOwn(at, key) ? at[key] : undefined
    const isContainer = typeof inside === 'object' && inside !== null
    const next = isContainer ? inside : typeof path[index + 1] === 'number' ? [] : {}
    define(at, key, next)
    at = next as Record<string | number, unknown>
  }
  define(at, path.at(-1) ?? '', value)
}

/** Defines a property, because an assignment to `__proto__` would set the prototype. */
function define(at: Record<string | number, unknown>, key: string | number, value: unknown): void {
  Object.defineProperty(at, key, { value, enumerable: true, writable: true, configurable: true })
}

/** A field and its new value; without one the field is removed. */
interface Change {
  path: Path
  value: unknown
}

/** Random changes: other values, removed fields, and added fields that no schema has. */
function changesOf(type: string): fc.Arbitrary<Change[]> {
  const fields = fieldsOf(type)
  const anyField = fc.constantFrom(...fields.map(({ path }) => path))
  const parent = fc.constantFrom<Path>([], ['data'], ...fields.map(({ path }) => path.slice(0, -1)))
  const given = fields.map((field) => fc.record({ path: fc.constant(field.path), value: valueFor(field) }))
  const missing = fc.record({ path: anyField, value: fc.constant(undefined) })
  const unknown = fc.record({
    path: fc.tuple(parent, names).map(([path, name]) => [...path, name]),
    value: anything,
  })
  const change = fc.oneof(
    { arbitrary: fc.oneof(...given), weight: 8 },
    { arbitrary: missing, weight: 1 },
    { arbitrary: unknown, weight: 2 },
  )
  return fc.array(change, { minLength: 1, maxLength: 2 })
}

/** One in this number of records is truncated or corrupted, or has another key or header, or none. */
const ONE_IN = 25

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: ONE_IN - 1 }, { arbitrary: arbitrary, weight: 1 })

/** How an event becomes a Kafka record, with changes to its key, bytes, and headers. */
interface Wrapping {
  isBinary: boolean
  tornBytes: [at: number, byte: number][] | null
  cutAt: number | null
  key: { text: string | null } | null
  isNull: true | null
  headers: Record<string, string> | null
}

const headerName = fc.oneof(names, fc.constantFrom('ce_id', 'ce-type', 'content-type', 'traceparent'))
const wrapping: fc.Arbitrary<Wrapping> = fc.record({
  isBinary: fc.boolean(),
  tornBytes: rarely(fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 4 })),
  cutAt: rarely(fc.nat(2000)),
  key: rarely(fc.record({ text: fc.option(texts) })),
  isNull: rarely(fc.constant(true as const)),
  headers: rarely(fc.dictionary(headerName, texts)),
})

function wrap(topic: FuzzedRecord['topic'], event: Event, how: Wrapping): FuzzedRecord {
  const { data, ...attributes } = event
  const headers: Record<string, string> = {}
  if (how.isBinary)
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined) define(headers, `ce_${name}`, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [name, value] of Object.entries(how.headers ?? {})) define(headers, name, value)
  const whole = Buffer.from(JSON.stringify(how.isBinary ? (data ?? null) : event))
  for (const [at, byte] of how.tornBytes ?? []) whole.writeUInt8(byte, at % whole.length)
  const value = how.isNull ? null : whole.subarray(0, how.cutAt ?? whole.length)
  return { topic, key: how.key ? how.key.text : keyOf(topic, event), value, headers }
}

function keyOf(topic: FuzzedRecord['topic'], { tenantid, type, source, subject }: Event): string {
  if (topic === 'bom') return String(tenantid)
  return `${tenantid}/${String(type).split('.')[1]}${source}/${subject}`
}

/** Number of records of each kind: few enough that events affect each other, and enough that odd values remain. */
const RECORDS = 60

/** A record of a kind with changes; number 0 is the one to which the samples of other kinds refer. */
function recordOf(
  organization: string,
  kind: RecordKind,
  { number, version, changes, how = null, isDeleted = null }: RecordChanges,
): FuzzedRecord {
  const { source, subject, data } = recordSamples[kind]
  const event: Event = {
    ...{ specversion: '1.0', id: `fuzz-${kind}-${number}-${version}`, source, type: `tenantdata.${kind}.upserted.v1` },
    ...{ subject: number === 0 ? subject : `${subject}${kind === 'dataset' ? '_' : '-'}${number}` },
    ...{ time: timeOf(version % 40_000), tenantid: organization, sourceversion: String(version) },
    data: structuredClone(data),
  }
  if (kind === 'dataset') set(event, ['data', 'datasetId'], event.subject)
  for (const { path, value } of changes) set(event, path, value)
  if (isDeleted) event.type = `tenantdata.${kind}.deleted.v1`
  return how ? wrap('records', event, how) : unwrapped('records', keyOf('records', event), event)
}

interface RecordChanges {
  number: number
  version: number
  changes: readonly Change[]
  how?: Wrapping | null
  isDeleted?: true | null
}

/** A random upsert of a record, or rarely its deletion, with some odd fields. */
function fuzzedRecordOf(organization: string, kind: RecordKind): fc.Arbitrary<FuzzedRecord> {
  const changes = fc.record({
    number: fc.nat(RECORDS - 1),
    version: fc.integer({ min: 1, max: 10 ** 9 }),
    changes: changesOf(`tenantdata.${kind}.upserted.v1`),
    how: wrapping.map((given): Wrapping | null => given),
    isDeleted: rarely(fc.constant(true as const)),
  })
  return changes.map((given) => recordOf(organization, kind, given))
}

/** The digits of a ULID. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function snapshotIdOf(number: number): string {
  const digits = Array.from({ length: 10 }, (_, at) => CROCKFORD[Math.floor(number / 32 ** (9 - at)) % 32]).join('')
  return `01JPQ8Z5T0V6M3C1${digits}`
}

const bomActions = ['started', 'style', 'completed'] as const
type Part = { changes: Change[] | null; wrapping: Wrapping | null }

/** The odd changes to each event of a publication, often none. */
const fuzzedParts: fc.Arbitrary<Part[]> = fc.tuple(
  ...bomActions.map((action) =>
    fc.record({
      changes: fc.option(changesOf(`tenantdata.bom.${action}.v1`), { freq: 1 }),
      wrapping: rarely(wrapping),
    }),
  ),
)

/** The events of a publication; a greater number means later times. */
function publicationOf(organization: string, number: number, parts: readonly Part[]): FuzzedRecord[] {
  const snapshotId = snapshotIdOf(number)
  return bomActions.map((action, at) => {
    const uncounted = action === 'completed' ? { contentHash: null } : {}
    const event: Event = {
      ...{ specversion: '1.0', id: `fuzz-${number}-${action}`, source: '/plm/main' },
      ...{ type: `tenantdata.bom.${action}.v1`, subject: snapshotId, time: timeOf(number), tenantid: organization },
      ...{ sourceversion: '1', data: structuredClone({ ...bomSamples[action], ...uncounted, snapshotId }) },
    }
    for (const { path, value } of parts[at]?.changes ?? []) set(event, path, value)
    const how = parts[at]?.wrapping
    return how ? wrap('bom', event, how) : unwrapped('bom', organization, event)
  })
}

function unwrapped(topic: FuzzedRecord['topic'], key: string, event: Event): FuzzedRecord {
  return { topic, key, value: Buffer.from(JSON.stringify(event)), headers: {} }
}

/** A random record of any kind, or a BOM event, with odd contents. */
export function fuzzedRecord(organization: string): fc.Arbitrary<FuzzedRecord> {
  const kinds = RecordKind.options.map((kind) => fuzzedRecordOf(organization, kind))
  const publication = fc
    .tuple(fuzzedParts, fc.nat(bomActions.length - 1))
    .map(([parts, at]) => publicationOf(organization, 0, parts)[at] as FuzzedRecord)
  return fc.oneof({ arbitrary: fc.oneof(...kinds), weight: 4 }, publication)
}

/** Odd records, `each` of every kind, which are the same for the same seed. */
export function fuzzedRecords(organization: string, each: number, seed: number): FuzzedRecord[] {
  return RecordKind.options.flatMap((kind) => fc.sample(fuzzedRecordOf(organization, kind), { numRuns: each, seed }))
}

/**
 * Records with each odd value in each field for a time, a number, or a name. Source records are those of a factory,
 * because only its fields have rules by name.
 */
export function recordsWithOddFields(organization: string): FuzzedRecord[] {
  return RecordKind.options.flatMap((kind) => {
    const forms: Change[][] =
      kind === 'source_record'
        ? ConnectedKind.options.map((connectedKind) => [{ path: KIND, value: connectedKind }])
        : [[]]
    const changes = oddChangesOf(`tenantdata.${kind}.upserted.v1`)
    const changed = forms.flatMap((form) => changes.map((change) => [...form, change]))
    return changed.map((each, at) => recordOf(organization, kind, { number: RECORDS + at, version: 1, changes: each }))
  })
}

const KIND = ['data', 'kind'] as const

/** Publications with each odd value in each field for a time, a number, or a name, one odd value per publication. */
export function publicationsWithOddFields(organization: string, firstNumber: number): FuzzedRecord[] {
  const changed = bomActions.flatMap((action) =>
    oddChangesOf(`tenantdata.bom.${action}.v1`).map((change) => ({ changedAction: action, change })),
  )
  return changed.flatMap(({ changedAction, change }, at) => {
    const parts = bomActions.map((action) => ({ changes: action === changedAction ? [change] : null, wrapping: null }))
    return publicationOf(organization, firstNumber + at, parts)
  })
}

function oddChangesOf(type: string): Change[] {
  return fieldsOf(type).flatMap(({ path, schema }) => oddValuesOf(path, schema).map((value) => ({ path, value })))
}

/** The odd values for a field. Of the envelope only `time` gets some, because its other fields are the same for all. */
function oddValuesOf(path: Path, { format, pattern, type }: JsonSchema): readonly string[] {
  if (path[0] !== 'data' && path[0] !== 'time') return []
  if (format === 'date-time') return oddTimes
  if (pattern) return new RegExp(pattern).test('1') && !new RegExp(pattern).test('x') ? oddNumbers : []
  return type === 'string' && path.at(-1) === 'name' ? objectNames : []
}

/** Consecutive odd publications in the order of their times, which are the same for the same seed. */
export function fuzzedPublications(organization: string, count: number, seed: number): FuzzedRecord[] {
  const publications = fc.sample(fuzzedParts, { numRuns: count, seed })
  return publications.flatMap((parts, number) => publicationOf(organization, number, parts))
}

/** The unchanged sample of every kind, so that odd records refer to valid ones. */
export function soundRecords(organization: string): FuzzedRecord[] {
  return RecordKind.options.map((kind) => recordOf(organization, kind, { number: 0, version: 0, changes: [] }))
}
