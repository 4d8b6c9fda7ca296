import { attemptBefore } from '../../../demo/bom/publication.ts'
import { uuidOf } from '../events/model.ts'
import type { JourneyWorld } from './journey.ts'

/** Reason, source, and subject of all expected rejections: the invalid events, and the publication that fails. */
export function rejectionsOf({ brand, boms, mistakes }: JourneyWorld): unknown[][] {
  const reasons = ['invalid_data', 'unknown_type', 'invalid_data', 'key_mismatch']
  const refused = reasons.map((reason, place) => {
    const { source, subject } = mistakes[place]?.value ?? {}
    return [reason, source, subject]
  })
  return [...refused, ['publication_failed', '/plm/main', attemptBefore(brand, boms.length - 1).snapshotId]]
}

/** The IDs of styles, SKUs, materials and suppliers with an accepted event. */
export function changedEntities({ organization, events, mistakes }: JourneyWorld): string[] {
  const taken = mistakes.filter(({ value }) => value.type === 'tenantdata.supplier.upserted.v1')
  const ids = [...events, ...taken].flatMap(({ value }) => {
    const [, kind = ''] = value.type.split('.')
    const [, system = '', instance = ''] = value.source.split('/')
    const isEntity = ['style', 'sku', 'material', 'supplier'].includes(kind)
    return isEntity ? [uuidOf(organization, kind, system, instance, value.subject)] : []
  })
  return [...new Set(ids)]
}
