import { ulidOf } from '../../domain/identity/ulid.ts'
import type { Brand } from '../brand.ts'
import { below, between, draw, type Hash, hashAt } from '../graph/values/hash.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NIGHTLY_MS = 130 * MINUTE_MS

/** A publication of a brand's BOM. Times are in epoch milliseconds, `number` counts from 1. */
export type Publication = {
  readonly number: number
  readonly snapshotId: string
  readonly effectiveAt: number
  readonly startedAt: number
  readonly completedAt: number
  readonly sourceRunId: string
}

/**
 * The publication with this number, 1 to the profile's snapshots: one a day, at 02:10 and up to ten minutes, the last
 * one completed before the brand's clock.
 */
export function publicationAt(brand: Brand, number: number): Publication {
  const { snapshots } = brand.profile
  if (number < 1 || number > snapshots) throw new RangeError(`publication ${number} is not one of ${snapshots}`)
  const today = brand.clock - (brand.clock % DAY_MS)
  const last = timesOf(brand, snapshots, today).completedAt < brand.clock ? today : today - DAY_MS
  const times = timesOf(brand, number, last - (snapshots - number) * DAY_MS)
  const snapshotId = ulidOf(times.completedAt, ulidBits(hashOf(brand, number)))
  return { number, snapshotId, ...times, sourceRunId: `run-${880 + number}` }
}

/**
 * An attempt one hour before a publication that is meant to fail. It has the same content, but an ID of its own, so it
 * has no effect on the publications before and after it.
 */
export function attemptBefore(brand: Brand, number: number): Publication {
  const publication = publicationAt(brand, number)
  return later(brand, publication, -60 * MINUTE_MS, `${publication.sourceRunId}-first`)
}

/** The publication that is still unfinished at the brand's clock. */
export function unfinishedPublication(brand: Brand): Publication {
  const publication = publicationAt(brand, brand.profile.snapshots)
  return later(brand, publication, brand.clock - publication.startedAt, `${publication.sourceRunId}-next`)
}

function later(brand: Brand, publication: Publication, byMs: number, sourceRunId: string): Publication {
  const startedAt = publication.startedAt + byMs
  const completedAt = publication.completedAt + byMs
  const snapshotId = ulidOf(completedAt, ulidBits(hashOf(brand, publication.number)))
  return { ...publication, snapshotId, startedAt, completedAt, sourceRunId }
}

/** The 80 bits of a ULID that are not its time. */
function ulidBits(hash: Hash): bigint {
  return [0, 1, 2].reduce((bits, item) => (bits << 32n) | BigInt(draw(hash, 'ulid', item)), 0n) >> 16n
}

const hashOf = (brand: Brand, number: number): Hash => hashAt(brand.roots.publication, number)

function timesOf(brand: Brand, number: number, day: number) {
  const hash = hashOf(brand, number)
  const startedAt = day + NIGHTLY_MS + below(hash, 'startedAt', 10 * MINUTE_MS)
  return { effectiveAt: day, startedAt, completedAt: startedAt + between(hash, 'lasts', 2, 8) * MINUTE_MS }
}
