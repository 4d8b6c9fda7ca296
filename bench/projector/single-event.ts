import { setTimeout as delay } from 'node:timers/promises'
import type { DemoEvent } from '../../demo/event.ts'
import type { World } from '../world.ts'
import { recordsOf, send } from './projector-run.ts'

/** A query for `$id` of `$tenantKey` that returns the number of entities found. */
export interface Reader {
  find: string
  id: string
  /** The pause between two queries. By default none. */
  pollMs?: number
}

/** Sends a new supplier of an organization, and returns the milliseconds until a reader finds it. */
export async function visibleAfterMs(
  world: World,
  organization: string,
  recordId: string,
  { find, id, pollMs = 0 }: Reader,
): Promise<number> {
  const records = recordsOf(world, [newSupplier(organization, recordId)])
  const begun = performance.now()
  await send(world, records)
  for (;;) {
    const [row] = await world.graph.execute(find, { tenantKey: organization, id })
    if (Number(row?.found) > 0) return performance.now() - begun
    if (pollMs > 0) await delay(pollMs)
  }
}

function newSupplier(tenantid: string, recordId: string): DemoEvent {
  const data = {
    supplierCode: recordId,
    name: recordId,
    roles: ['factory'],
    lifecycleState: 'approved',
    references: [],
  }
  return {
    topic: 'tenantdata.records.v1',
    key: `${tenantid}/supplier/plm/main/${recordId}`,
    value: {
      specversion: '1.0',
      id: `bench.${recordId}`,
      source: '/plm/main',
      type: 'tenantdata.supplier.upserted.v1',
      subject: recordId,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      tenantid,
      sourceversion: String(Date.now()),
      data,
    },
  } as DemoEvent
}
