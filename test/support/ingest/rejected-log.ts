import type { IngestRejection } from '../../../schemas/ingest/rejections.ts'
import { recordOf, supplierOf } from '../events/source-event.ts'

/** A record to send, and the expected rejection; null if it is applied, or attributed to no organization. */
export interface SentRecord {
  organization: string | null
  record: { key: string | null; value: string | null; headers?: Record<string, string>; timestamp: number }
  expected: Pick<IngestRejection, 'reason' | 'type' | 'eventId' | 'source' | 'subject'> & { paths: string[] }
}

const type = 'tenantdata.supplier.upserted.v1'
const [plm, erp] = ['/plm/main', '/erp/second']

/** One record with each kind of error, from an organization; `id` distinguishes it from others. */
export function mistakesOf(organization: string, id: string, timestamp: number): SentRecord[] {
  const { key, value } = recordOf(organization, supplierOf(id, 1))
  const changed = (fields: object) => JSON.stringify({ ...JSON.parse(value), ...fields })
  const ofErp = (more: object) => ({
    key: key.replace(plm, erp),
    value: changed({ source: erp, ...more }),
  })
  const nameless = { supplierCode: 'V-1', lifecycleState: 'approved', tier: 9 }
  const envelope = { type, eventId: String(JSON.parse(value).id), source: plm, subject: id }
  const unread = { ...envelope, type: null, eventId: null }
  const one = (
    record: Pick<SentRecord['record'], 'key' | 'value' | 'headers'>,
    expected: SentRecord['expected'],
    whose: string | null = organization,
  ): SentRecord => ({ organization: whose, record: { ...record, timestamp }, expected })
  return [
    one({ key, value: '{"a' }, { reason: 'malformed', ...unread, paths: [] }),
    one({ key, value: changed({ time: 'soon' }) }, { reason: 'malformed', ...envelope, paths: ['time'] }),
    one(
      { key, value: changed({ type: 'supplier.moved' }) },
      { reason: 'unknown_type', ...envelope, type: 'supplier.moved', paths: [] },
    ),
    one(ofErp({ data: nameless }), { reason: 'invalid_data', ...envelope, source: erp, paths: ['name', 'tier'] }),
    one({ key: `${key}x`, value }, { reason: 'key_mismatch', ...envelope, paths: [] }),
    one(
      { key, value: null, headers: { ce_sourceversion: 'x', ce_time: '2026-01-01T00:00:00Z' } },
      { reason: 'malformed', ...unread, type: 'tenantdata.supplier.deleted.v1', paths: ['sourceversion'] },
    ),
    one(
      { key: null, value: changed({ source: 'erp' }) },
      { reason: 'malformed', ...envelope, source: null, paths: ['source'] },
    ),
    one({ key: 'UPPER', value: '{"a' }, { reason: 'malformed', ...envelope, paths: [] }, null),
    one(
      { key: `${organization}z/supplier/plm/main/${id}`, value },
      { reason: 'key_mismatch', ...envelope, paths: [] },
      null,
    ),
  ]
}
