import { randomBytes } from 'node:crypto'
import type { Graph } from '../../cypher/connect.ts'
import { createOrganization } from '../../cypher/system/credentials.ts'
import { hashOfKey } from '../../cypher/system/hash-of-key.ts'
import { DEFAULT_CLOCK } from '../../demo/brand.ts'
import { demoCounts } from '../../demo/demo-counts.ts'
import { demoEvents } from '../../demo/demo-events.ts'
import type { DemoEvent } from '../../demo/event.ts'
import { type Profile, profiles } from '../../demo/profile.ts'
import { sum } from './stats.ts'

export type SizeName = 'small' | 'large'

/** The amount of data of an organization. */
export interface Size {
  name: SizeName
  profile: Profile
  records: number
}

/** Inserts are events of records not seen before, updates later events of the same records. */
export const phases = ['insert', 'update'] as const
export type Phase = (typeof phases)[number]

const BRAND = 'bench'
const LATER_MS = 3_600_000
const quickProfile: Profile = { styles: 10, materials: 40, suppliers: 12, factories: 4, seasons: 2, snapshots: 2 }

/** The brand of the demo, and one with ten times as much of everything but seasons. */
export function sizesOf({ quick }: { quick: boolean }): Size[] {
  const profile = quick ? quickProfile : profiles.demo
  const { styles, materials, suppliers, factories, seasons, snapshots } = profile
  const tenfold = {
    styles: styles * 10,
    materials: materials * 10,
    suppliers: suppliers * 10,
    factories: factories * 10,
  }
  return [sizeOf('small', profile), sizeOf('large', { ...tenfold, seasons, snapshots })]
}

function sizeOf(name: SizeName, profile: Profile): Size {
  return { name, profile, records: sum(Object.values(demoCounts({ organization: BRAND, profile }))) }
}

/**
 * The events of a size in a phase, addressed to an organization. The brand does not depend on the organization, so all
 * organizations of one size have the same data.
 */
export function* eventsOf({ profile }: Size, phase: Phase, organization: string): Generator<DemoEvent> {
  const clock = phase === 'insert' ? DEFAULT_CLOCK : DEFAULT_CLOCK + LATER_MS
  for (const { topic, key, value } of demoEvents({ organization: BRAND, profile, clock })) {
    yield { topic, key: organization + key.slice(BRAND.length), value: { ...value, tenantid: organization } }
  }
}

/** Registers an organization with an unused key, and returns this key. */
export async function newOrganization(graph: Graph): Promise<string> {
  const key = `bench${randomBytes(6).toString('hex')}`
  const now = new Date().toISOString()
  await graph.write((run) => run(createOrganization, null, { key, hash: hashOfKey(key), name: 'Bench', now }))
  return key
}
