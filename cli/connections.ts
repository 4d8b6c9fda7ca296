import { setTimeout as delay } from 'node:timers/promises'
import { connectGraph, type Graph } from '../cypher/connect.ts'
import { GraphError } from '../cypher/errors.ts'
import { LoginRefused } from '../cypher/logins.ts'
import { connectKafka, type KafkaConnection } from '../kafka/connection/connect.ts'
import type { Log } from '../kafka/connection/log.ts'
import type { Environment } from '../schemas/environment.ts'

const nothing = () => undefined

/** For what reports while it works: what does not heal is thrown, and that is what an operator reads. */
export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

const TIMEOUT_MS = 60_000
/** Longer than Neo4j locks a user, and than no login is tried after that: some of each. */
const LOCKED_MS = 30_000
const ASK_EVERY_MS = 500

/**
 * Runs `work` with the graph. An operator's question may take longer than a caller's, and so may the first answer.
 * @throws Error that says how to reach the graph when it does not answer
 */
export async function withGraph<T>(settings: Environment, work: (graph: Graph) => Promise<T>): Promise<T> {
  if (!settings.NEO4J_URI) throw new Error(missing('NEO4J_URI', 'Neo4j'))
  const graph = connectGraph(settings, { readTimeoutMs: TIMEOUT_MS, writeTimeoutMs: TIMEOUT_MS, poolSize: 4 })
  try {
    await untilUnlocked(() => graph.ping())
    return await work(graph)
  } catch (error) {
    throw explained(error, settings.NEO4J_URI)
  } finally {
    await graph.close()
  }
}

/** @throws Error when KAFKA_BROKERS is missing or wrong */
export function kafkaOf(settings: Environment): KafkaConnection {
  if (!settings.KAFKA_BROKERS) throw new Error(missing('KAFKA_BROKERS', 'Kafka'))
  return connectKafka(settings, 'tda', silent)
}

/**
 * Runs `work`, which asks the brokers.
 * @throws Error that names the brokers when they do not answer
 */
export async function askingKafka<T>(settings: Environment, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isKafkas = error instanceof Error && error.name.startsWith('KafkaJS')
    if (!isKafkas) throw error
    throw new Error(`Kafka at ${settings.KAFKA_BROKERS?.join(',')} does not answer as needed: ${error.message}`)
  }
}

/** A user that was locked because of another process's password is let in again after some seconds. */
async function untilUnlocked(ask: () => Promise<void>): Promise<void> {
  for (const begun = performance.now(); ; await delay(ASK_EVERY_MS)) {
    try {
      return await ask()
    } catch (error) {
      const isLocked = error instanceof LoginRefused && error.isLocked
      if (!isLocked || performance.now() - begun > LOCKED_MS) throw error
    }
  }
}

function missing(variable: string, server: string): string {
  return `${variable} is not set and no \`npm start\` was run here: name the ${server} server in ${variable}`
}

function explained(error: unknown, uri: string): unknown {
  if (!(error instanceof GraphError)) return error
  // What Neo4j means by it stands there already.
  if (error.message.includes('Neo.ClientError.Security.')) return new Error(`${error.message}, at ${uri}`)
  return new Error(`Neo4j at ${uri} does not answer as needed (${error.message}): is it running?`)
}
