import { setTimeout as delay } from 'node:timers/promises'
import type { Change } from '../../../schemas/graph/changes.ts'

interface Page {
  data: Change[]
  links: { next: string | null }
  meta: { resume: string }
}

/** A copy of an organization's graph that is built only from the list of changes, and from reads of what it names. */
export interface Follower {
  /** The last document that was read of each entity. Null if it is deleted. */
  entities: Map<string, unknown>
  /** The last state of each relationship. Null if it is deleted. */
  links: Map<string, { type: string; fromId: string; toId: string } | null>
  /** The IDs of all changes, in the order in which they were listed. */
  seen: string[]
  changes: Change[]
  /** Contradictions between the list and what was read. */
  faults: string[]
  /** Number of times that a page was listed again from a stored cursor. */
  restarts: number
  /** Resolves when the list has ended `times` in a row without a change. */
  idle(times?: number): Promise<void>
  stop(): Promise<void>
}

interface Options {
  url: string
  token: string
  limit: number
  pauseMs: number
  /** In how many of its pages the follower forgets the page and restarts at the cursor that it stored before. */
  restartEvery?: number
}

/**
 * Follows the changes of an organization at some speed. It stores `meta.resume` after each page, and retries whatever
 * is retryable.
 */
export function follow({ url, token, limit, pauseMs, restartEvery = 0 }: Options): Follower {
  const entities: Follower['entities'] = new Map()
  const links: Follower['links'] = new Map()
  const changes: Change[] = []
  const faults: string[] = []
  let cursor: string | null = null
  let restarts = 0
  let pages = 0
  let emptyPages = 0
  let isStopped = false

  async function read(path: string): Promise<{ status: number; body: unknown }> {
    for (;;) {
      const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } }).catch(() => null)
      if (response && response.status !== 503) return { status: response.status, body: await response.json() }
      await response?.body?.cancel()
      await delay(100)
    }
  }

  async function copy(change: Change): Promise<void> {
    const { kind, id, op, type, fromId, toId, revision } = change
    if (kind === 'relationship') {
      links.set(id, op === 'deleted' || !fromId || !toId ? null : { type, fromId, toId })
      return
    }
    if (kind !== 'entity') return
    const { status, body } = await read(`/v1/entities/${id}`)
    const found = status === 200 ? (body as { data: { revision: number } }).data : null
    entities.set(id, found)
    // A reader that sees a change also sees its entity in that state or a later one.
    if (found && revision !== null && found.revision < revision)
      faults.push(`${change.changeId}: the entity has revision ${found.revision}, the change ${revision}`)
  }

  async function loop(): Promise<void> {
    while (!isStopped) {
      const { status, body } = await read(`/v1/changes?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`)
      if (status !== 200) {
        faults.push(`${status} ${JSON.stringify(body)}`)
        return
      }
      const { data, links: next, meta } = body as Page
      pages += 1
      if (restartEvery > 0 && pages % restartEvery === 0 && data.length > 0) {
        for (const change of data.slice(0, Math.ceil(data.length / 2))) await copy(change)
        restarts += 1
        continue
      }
      for (const change of data) await copy(change)
      changes.push(...data)
      cursor = meta.resume
      emptyPages = data.length === 0 && next.next === null ? emptyPages + 1 : 0
      if (next.next === null) await delay(pauseMs)
    }
  }

  const ended = loop()
  return {
    entities,
    links,
    changes,
    faults,
    get seen() {
      return changes.map(({ changeId }) => changeId)
    },
    get restarts() {
      return restarts
    },
    async idle(times = 2) {
      emptyPages = 0
      while (emptyPages < times && faults.length === 0) await delay(20)
    },
    async stop() {
      isStopped = true
      await ended
    },
  }
}
