import { setTimeout as delay } from 'node:timers/promises'
import type { Graph, Run } from '../../cypher/connect.ts'
import { cancelExports } from '../../cypher/exports/exports.ts'
import { dropOwnLinks, dropOwnNodes, dropOwnProjected } from '../../cypher/records/drop-organization.ts'
import { hashOfKey } from '../../cypher/system/hash-of-key.ts'
import * as purge from '../../cypher/system/purge.ts'
import { deleteAll, GENTLE } from '../paced-deletion.ts'
import { type LetterTopic, removeDeadLetters } from './remove-dead-letters.ts'

/** What a step of a purge removed, for the audit trail. */
export interface PurgeStep {
  step: 'credentials' | 'data' | 'export files' | 'dead letters'
  rows: number
}

export interface PurgeOptions {
  /** The dead letter topic. */
  letters: LetterTopic
  now: () => Date
  onProgress(line: string): void
  /** Called after each step that was made now. */
  onStep(step: PurgeStep): void
  signal?: AbortSignal | undefined
}

/** A purged organization, with the numbers of everything that was removed. */
export type Purged = ReturnType<typeof purge.findPurge.row.parse>

/** APIs trust a credential for 5 seconds. Until then, its requests could read data that is only partly deleted. */
const TRUSTED_MS = 6000
const ASK_EVERY_MS = 500
const TELL_EVERY_MS = 10_000

/**
 * Removes an organization and everything that is stored of it. The first transaction ends its credentials, and makes
 * the projectors skip its events. An interrupted purge continues when this is called again. After a completed one, it
 * removes what a suspended process may have written since.
 * See docs/adr/0063-purge-of-an-organization.md.
 * @throws Error when there never was an organization with this key, or the signal aborts
 */
export async function purgeOrganization(graph: Graph, key: string, options: PurgeOptions): Promise<Purged> {
  const { onProgress, onStep, now } = options
  const hash = hashOfKey(key)
  const credentials = await endOrganization(graph, key, now())
  if (credentials !== null) {
    onStep({ step: 'credentials', rows: credentials })
    onProgress(`Deleted ${credentials} tokens. The projectors skip all events of ${key} from now on.`)
  }
  const { purgedAt } = await found(graph, key, hash)
  await delay(Math.min(TRUSTED_MS, Math.max(0, Date.parse(purgedAt) + TRUSTED_MS - now().getTime())))
  const dropping = { graph, hash, ...options }
  const links = await dropRows(dropping, 'links', (run, limit) => run(dropOwnLinks, key, { limit }))
  const projected = await dropRows(dropping, 'nodes', (run, limit) => run(dropOwnProjected, key, { limit }))
  const files = await filesRemoved(graph, key, hash, options)
  const others = await dropRows(dropping, 'nodes', (run, limit) => run(dropOwnNodes, key, { limit }))
  onStep({ step: 'data', rows: links + projected + others })
  onProgress(`Deleted ${links} relationships and ${projected + others} nodes.`)
  onStep({ step: 'export files', rows: files })
  onProgress(`Deleted ${files} export files.`)
  stopIfAborted(options.signal)
  const deadLetters = await removeDeadLetters(options.letters, key)
  await add(graph, hash, { deadLetters })
  onStep({ step: 'dead letters', rows: deadLetters })
  onProgress(`Deleted ${deadLetters} dead letters.`)
  await graph.write(async (run) => {
    // A rebuild that began at the same time as the purge.
    await dropRebuild(run, key)
    await run(purge.completePurge, null, { hash, now: now().toISOString() })
  })
  return found(graph, key, hash)
}

/**
 * The first transaction of a purge: from now on, nothing is written or served for the organization. Returns the number
 * of deleted credentials, or null if an earlier purge has done this.
 * @throws Error when there never was an organization with this key
 */
export async function endOrganization(graph: Graph, key: string, now: Date): Promise<number | null> {
  const credentials = await graph.write((run) => beginPurgeOf(run, key, now.toISOString()))
  if (credentials === null) await found(graph, key, hashOfKey(key))
  return credentials
}

/** The work of that transaction. Returns null if the organization is purged already, or never existed. @param now UTC */
export async function beginPurgeOf(run: Run, key: string, now: string): Promise<number | null> {
  const hash = hashOfKey(key)
  const [begun] = await run(purge.beginPurge, null, { key, hash, now })
  if (!begun) return null
  const [row] = await run(purge.deleteCredentials, null, { key })
  await run(cancelExports, key, {})
  await dropRebuild(run, key)
  // Batches that were classified while the organization was registered must not be committed.
  await run(purge.endClaims, null, {})
  const deleted = row?.deleted ?? 0
  await run(purge.addRemoved, null, { ...none, hash, credentials: deleted })
  return deleted
}

/** Deletes the state of a rebuild of the organization. */
async function dropRebuild(run: Run, key: string): Promise<void> {
  await run(purge.dropOffsetsOf, null, { key })
  await run(purge.dropGroupsOf, null, { key })
}

async function found(graph: Graph, key: string, hash: string): Promise<Purged> {
  const [row] = await graph.read(purge.findPurge, null, { hash })
  if (!row) throw new Error(`There is no organization ${key}. Run \`tda organizations list\` to see all keys`)
  return row
}

const none = { credentials: 0, links: 0, nodes: 0, deadLetters: 0 }

async function add(graph: Graph, hash: string, removed: Partial<typeof none>): Promise<void> {
  await graph.write((run) => run(purge.addRemoved, null, { ...none, ...removed, hash }))
}

interface Dropping extends Pick<PurgeOptions, 'signal'> {
  graph: Graph
  hash: string
}

/** Deletes rows in transactions until none is left, and adds to their number. Returns how many. */
function dropRows(
  { graph, hash, signal }: Dropping,
  what: 'links' | 'nodes',
  drop: (run: Run, limit: number) => Promise<{ dropped: number }[]>,
): Promise<number> {
  return deleteAll(GENTLE, (limit) => {
    stopIfAborted(signal)
    return graph.write(async (run) => {
      const [row] = await drop(run, limit)
      const count = row?.dropped ?? 0
      if (count > 0) await run(purge.addRemoved, null, { ...none, hash, [what]: count })
      return count
    })
  })
}

/** Waits until the API has deleted the export files, which only it can access. Returns how many. */
async function filesRemoved(graph: Graph, key: string, hash: string, options: PurgeOptions): Promise<number> {
  for (let toldAt = performance.now(); ; ) {
    const { filesRemovedAt, files } = await found(graph, key, hash)
    if (filesRemovedAt !== null) return files
    stopIfAborted(options.signal)
    if (performance.now() - toldAt > TELL_EVERY_MS) {
      options.onProgress('Waiting for the API to delete the export files. This takes about 30 seconds while it runs.')
      toldAt = performance.now()
    }
    await delay(ASK_EVERY_MS)
  }
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Error('Interrupted. Run the command again to remove what is left')
}
