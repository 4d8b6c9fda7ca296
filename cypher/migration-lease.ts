import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from './connect.ts'
import { GraphError } from './errors.ts'

/** A process that was killed while it migrated holds the others up for so long. */
const LEASE_MS = 10_000
const RENEWALS = 4
const ASK_EVERY_MS = 200

/** The right to migrate. */
export interface MigrationLease {
  /** Renews it, unless that was done a moment ago. @throws GraphError when another process has it by now */
  renew(): Promise<void>
}

/**
 * Runs `work` while no other process does, however many ask at the same moment and on whatever database. Who waits takes over
 * when the holder has ended or died, and asks `isDone` before: null comes back when there is nothing left to do.
 * @throws GraphError when the graph cannot answer
 */
export async function withMigrationLease<T>(
  graph: Graph,
  isDone: () => Promise<boolean>,
  work: (lease: MigrationLease) => Promise<T>,
): Promise<T | null> {
  await prepareLease(graph)
  const owner = crypto.randomUUID()
  while (!(await take(graph, owner))) {
    await delay(ASK_EVERY_MS)
    if (await isDone()) return null
  }
  const lease = keep(graph, owner)
  try {
    return await work(lease)
  } finally {
    lease.close()
    // Who does not hear of it waits until the lease has run out.
    await graph.execute(release, { owner }).catch(() => undefined)
  }
}

/**
 * The lease is a node, and only a constraint makes it one node. Its creation is the one statement that several processes may
 * run at once: one that learns that another one was faster has what it needs.
 */
async function prepareLease(graph: Graph): Promise<void> {
  const [found] = await graph.execute("SHOW CONSTRAINTS YIELD name WHERE name = 'migration_name' RETURN name")
  if (found) return
  await graph
    .execute('CREATE CONSTRAINT migration_name IF NOT EXISTS FOR (m:Migration) REQUIRE m.name IS UNIQUE')
    .catch((error) => {
      if (!(error instanceof GraphError && /AlreadyExists\b/.test(error.message))) throw error
    })
}

// Writing the node first takes its lock before the lease is read. Time is the server's, for all processes alike.
const acquire = `
  MERGE (l:Migration {name: 'lease'})
  SET l.asked = $owner
  WITH l WHERE l.owner = $owner OR coalesce(l.until, 0) < timestamp()
  SET l.owner = $owner, l.until = timestamp() + $leaseMs
  RETURN l.owner AS owner`

const release = "MATCH (l:Migration {name: 'lease', owner: $owner}) SET l.until = 0"

async function take(graph: Graph, owner: string): Promise<boolean> {
  return (await graph.execute(acquire, { owner, leaseMs: LEASE_MS })).length > 0
}

function keep(graph: Graph, owner: string): MigrationLease & { close(): void } {
  let renewedAt = performance.now()
  let isLost = false

  async function renew(): Promise<void> {
    const askedAt = performance.now()
    if (await take(graph, owner)) renewedAt = askedAt
    else isLost = true
  }

  // One statement may take minutes, while an index is filled or old data is changed.
  const timer = setInterval(() => void renew().catch(() => undefined), LEASE_MS / RENEWALS)
  return {
    async renew() {
      if (!isLost && performance.now() - renewedAt > LEASE_MS / RENEWALS) await renew()
      if (isLost) throw new GraphError('unavailable', 'Another process migrates the graph by now')
    },
    close: () => clearInterval(timer),
  }
}
