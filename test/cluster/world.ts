import { type Cluster, startCluster } from './start-cluster.ts'

/** The three brokers of these tests. Sets KAFKA_BROKERS before the other servers start, which then start no broker. */
export const cluster: Cluster = await startCluster()
process.env.KAFKA_BROKERS = cluster.addresses
const world = await import('../support/world.ts')

export async function mochaGlobalTeardown(): Promise<void> {
  await world.mochaGlobalTeardown()
  await cluster.remove()
}
