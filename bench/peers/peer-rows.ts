/** The fields of an event that a peer reads. */
interface PeerEvent {
  type: string
  subject: string
  time: string
  tenantid: string
  sourceversion: string
  data: Record<string, unknown> & {
    references?: Code[]
    type?: string
    from?: End
    to?: End
    style?: { recordId: string }
  }
}
type Code = Record<'system' | 'instance' | 'kind' | 'value', string>
type End = { type: string; recordId: string }

/** The parameters of a batch: one row per entity, and one per link, including the links of SKUs to their styles. */
export interface PeerRows {
  entities: Record<string, unknown>[]
  links: Record<string, unknown>[]
}

/** @param values the payloads of a batch of events, as in Kafka */
export function peerRows(values: readonly Buffer[]): PeerRows {
  const rows: PeerRows = { entities: [], links: [] }
  for (const value of values) {
    const event: PeerEvent = JSON.parse(value.toString())
    const [, kind = ''] = event.type.split('.')
    const { data, subject, tenantid: tenantKey, sourceversion: version, time } = event
    const link = (id: string, type: string, fromId: string, toId: string) =>
      rows.links.push({
        tenantKey,
        id,
        type,
        fromId,
        toId,
        version,
        sortKey: `${type}/${id}`,
        doc: JSON.stringify(data),
      })
    if (kind === 'link' && data.from && data.to) {
      link(subject, String(data.type), idOf(data.from.type, data.from.recordId), idOf(data.to.type, data.to.recordId))
      continue
    }
    const id = idOf(kind, subject)
    const label = String(data.name ?? data.skuCode)
    const codes = (data.references ?? []).map((code) => ({ ...code, id: `${Object.values(code).join('/')}/${id}` }))
    const words = [label, ...codes.map(({ value: one }) => one)].join(' ').toLowerCase()
    const { lifecycleState, season = null } = data
    const doc = JSON.stringify(data)
    rows.entities.push({ tenantKey, id, type: kind, label, words, lifecycleState, season, version, time, doc, codes })
    if (data.style) link(`style:${subject}`, 'VARIANT_OF', id, idOf('style', data.style.recordId))
  }
  return rows
}

/** The ID of an entity within its organization. */
export const idOf = (type: string, recordId: string) => `${type}:${recordId}`
