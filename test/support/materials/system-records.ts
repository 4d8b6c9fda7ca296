import type { DemoEvent } from '../../../demo/event.ts'

export type Data = Record<string, unknown>

/** The data of a record in a system; `subject` is its record ID. */
export type SystemRecord = { organization: string; kind: string; system: string; subject: string; data: Data }

/** A code of a record; without a system it matches codes of any system. */
export type Code = { system?: string; kind: string; value: string }

/** A record of a system, by its id or by one of its codes. */
export type Reference = Code & { system?: string; instance?: string; recordId?: string }

/** The last version of each record that was not deleted. */
export function lastOf(events: Iterable<DemoEvent>): SystemRecord[] {
  const last = new Map<string, DemoEvent>()
  for (const event of events) {
    const before = last.get(event.key)
    if (!before || BigInt(event.value.sourceversion) > BigInt(before.value.sourceversion)) last.set(event.key, event)
  }
  return [...last.values()].flatMap(({ value }) => {
    const [, kind = '', action] = value.type.split('.')
    const system = value.source.split('/')[1] ?? ''
    if (action === 'deleted') return []
    return [{ organization: value.tenantid, kind, system, subject: value.subject, data: value.data as Data }]
  })
}
