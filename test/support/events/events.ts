/** A supplier's event as a source sends it; `fields` replace those of the envelope. */
export function supplierEvent(
  organization: string,
  subject: string,
  version = '1',
  fields: Record<string, unknown> = {},
) {
  return {
    specversion: '1.0',
    id: `${subject}-${version}`,
    source: '/plm/main',
    type: 'tenantdata.supplier.upserted.v1',
    subject,
    time: '2026-03-14T02:10:00.000Z',
    datacontenttype: 'application/json',
    tenantid: organization,
    sourceversion: version,
    data: { supplierCode: subject, name: 'Tessaro Mills', lifecycleState: 'approved' },
    ...fields,
  }
}

/** Events as the lines of a file. */
export function ndjsonOf(events: readonly unknown[]): string {
  return events.map((event) => `${typeof event === 'string' ? event : JSON.stringify(event)}\n`).join('')
}
