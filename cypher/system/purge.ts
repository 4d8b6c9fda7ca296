import { z } from 'zod'
import type { Graph, Run } from '../connect.ts'
import { systemStatements } from '../query.ts'
import { hashOfKey } from './hash-of-key.ts'

const { read, write } = systemStatements(import.meta.url)

const byKey = z.object({ key: z.string() })
const byHash = { hash: z.string() }
const hashOnly = z.object(byHash)

/** No row if no organization has this key. */
export const beginPurge = write('beginPurge', {
  params: z.object({ key: z.string(), ...byHash, now: z.string() }),
  row: hashOnly,
})
export const findPurge = read('findPurge', {
  params: z.object(byHash),
  row: z.object({
    key: z.string().nullable(),
    purgedAt: z.string(),
    filesRemovedAt: z.string().nullable(),
    completedAt: z.string().nullable(),
    credentials: z.int(),
    links: z.int(),
    nodes: z.int(),
    files: z.int(),
    deadLetters: z.int(),
  }),
  isFromLeader: true,
})
export const addRemoved = write('addRemoved', {
  params: z.object({ ...byHash, credentials: z.int(), links: z.int(), nodes: z.int(), deadLetters: z.int() }),
  row: hashOnly,
})
export const deleteCredentials = write('deleteCredentials', { params: byKey, row: z.object({ deleted: z.int() }) })
export const endClaims = write('endClaims', { params: z.object({}), row: z.object({ partitions: z.int() }) })
export const dropOffsetsOf = write('dropOffsetsOf', { params: byKey, row: z.object({ deleted: z.int() }) })
export const dropGroupsOf = write('dropGroupsOf', { params: byKey, row: z.object({ deleted: z.int() }) })
export const listPurgesWithFiles = read('listPurgesWithFiles', {
  params: z.object({}),
  row: z.object({ organization: z.string(), ...byHash }),
  isFromLeader: true,
})
/** `now` is a UTC time. The time of the first call is kept. */
export const recordFilesRemoved = write('recordFilesRemoved', {
  params: z.object({ ...byHash, now: z.string(), files: z.int() }),
  row: hashOnly,
})
export const completePurge = write('completePurge', {
  params: z.object({ ...byHash, now: z.string() }),
  row: z.object({ completedAt: z.string() }),
})
export const listPurged = read('listPurged', {
  params: z.object({ hashes: z.array(z.string()) }),
  row: hashOnly,
  isFromLeader: true,
})

/** Those of these keys whose organizations were purged. Reads from the leader. */
export async function purgedAmong(graph: Pick<Graph, 'readFromLeader'>, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const byHash = new Map(keys.map((key) => [hashOfKey(key), key]))
  const found = await graph.readFromLeader(listPurged, null, { hashes: [...byHash.keys()] })
  return new Set(found.flatMap(({ hash }) => byHash.get(hash) ?? []))
}

/** Whether an organization with this key was purged. Nothing may be written for it any more. */
export async function isPurged(run: Run, key: string): Promise<boolean> {
  return (await run(listPurged, null, { hashes: [hashOfKey(key)] })).length > 0
}
