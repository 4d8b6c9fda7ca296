import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from './connect.ts'
import { GraphError } from './errors.ts'

/** The longest time for which a process that was killed during a migration delays the others. */
const LEASE_MS = 10_000
const RENEWALS = 4
const ASK_EVERY_MS = 200

/** The exclusive right to migrate the graph. */
export interface MigrationLease {
  /** Renews the lease, unless it was renewed a moment ago. @throws GraphError when another process has it by now */
  renew(): Promise<void>
}

/**
 * Runs `work` while no other process does, for any number of processes and on any database. A waiting process takes
 * over when the owner of the lease has finished or died. It calls `isDone` first, and returns null if nothing is left
 * to do.
 * @throws GraphError when the graph is unavailable
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
    // If the release fails, other processes wait until the lease expires.
    await graph.execute(release, { owner }).catch(() => undefined)
  }
}

/**
 * Creates the constraint that guarantees a single lease node. This is the only statement that several processes may run
 * at the same time. A process whose statement fails because another was faster can continue.
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

// The node is written first, which takes its lock before the lease is read. The server's clock is used, because it is
// the same for all processes.
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

  // Renews periodically, because one statement may take minutes while it fills an index or changes old data.
  const timer = setInterval(() => void renew().catch(() => undefined), LEASE_MS / RENEWALS)
  return {
    async renew() {
      if (!isLost && performance.now() - renewedAt > LEASE_MS / RENEWALS) await renew()
      if (isLost) throw new GraphError('unavailable', 'Another process migrates the graph by now')
    },
    close: () => clearInterval(timer),
  }
}
