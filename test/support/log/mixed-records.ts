import fc from 'fast-check'
import type { OutgoingRecord } from '../../../kafka/records.ts'
import { recordOf, supplierOf } from '../events/source-event.ts'

const bytesOf = (length: number) => fc.uint8Array({ maxLength: length }).map((bytes) => Buffer.from(bytes))
const headerValue = fc.oneof(fc.constant(null), bytesOf(8))
const headers = fc.dictionary(
  fc.constantFrom('note', 'constructor', '__proto__', 'é'),
  fc.oneof(headerValue, fc.array(headerValue, { minLength: 2, maxLength: 3 })),
)

/**
 * Random records of organizations and of none, the same for the same seed: events, deletions, unreadable values, and
 * odd headers and times. Every record of an organization contains its key, and no other record does.
 */
export function mixedRecords(
  organizations: readonly string[],
  count: number,
  seed: number,
): Omit<OutgoingRecord, 'topic'>[] {
  const owner = fc.constantFrom(...organizations)
  const recordId = fc.nat({ max: 40 }).map((n) => `R-${n}`)
  const version = fc.nat({ max: 1000 })
  const event = fc
    .tuple(owner, recordId, version)
    .map(([organization, id, at]) => recordOf(organization, supplierOf(id, at)))
  const deletion = fc
    .tuple(owner, recordId)
    .map(([key, id]) => ({ key: `${key}/supplier/plm/main/${id}`, value: null }))
  const unreadable = owner.map((key) => ({ key: `${key}/supplier/plm/main/R-1`, value: Buffer.from('{"tenantid":') }))
  const withoutKey = owner.map((key) => ({ key: null, value: JSON.stringify({ specversion: '1.0', tenantid: key }) }))
  const broken = owner.map((key) => ({ key: null, value: `{"tenantid":"${key}","data":` }))
  const unowned = fc.record({ key: fc.option(bytesOf(6)), value: fc.option(bytesOf(30)) })
  const some = fc.oneof(
    { weight: 12, arbitrary: event },
    ...[deletion, unreadable, withoutKey, broken, unowned].map((arbitrary) => ({ weight: 1, arbitrary })),
  )
  const timed = fc.record({ timestamp: fc.integer({ min: 1_600_000_000_000, max: 1_700_000_000_000 }), headers })
  return fc
    .sample(fc.tuple(some, timed, fc.nat({ max: 11 })), { numRuns: count, seed })
    .map(([record, more, partition]) => ({ ...record, ...more, partition }))
}
