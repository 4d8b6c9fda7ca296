import { setTimeout as delay } from 'node:timers/promises'
import { connectGraph, type Graph } from '../cypher/connect.ts'
import { GraphError, type GraphErrorKind } from '../cypher/errors.ts'
import { LoginRefused } from '../cypher/login/logins.ts'
import { requireGraphOf } from '../cypher/system/installation.ts'
import { connectKafka, isKafkaError } from '../kafka/connect-kafka.ts'
import type { KafkaConnection } from '../kafka/connection.ts'
import { causeOf } from '../kafka/errors.ts'
import type { Log } from '../kafka/log.ts'
import type { Environment } from '../schemas/environment.ts'
import { plainError } from './output/plain-error.ts'

const nothing = () => undefined

const CHECK_KAFKA = 'Check that Kafka is running and that KAFKA_BROKERS is correct'

/**
 * A log that drops everything. Commands report their own progress, and throw errors that do not disappear by waiting.
 */
export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

const TIMEOUT_MS = 60_000
/** Longer than Neo4j locks a user, plus the time after that in which no login is attempted. */
const LOCKED_MS = 30_000
const ASK_EVERY_MS = 500

/**
 * Runs `work` with the graph. Timeouts are longer than in the API, because an operator can wait. `timeoutMs`
 * shortens them.
 * @throws Error when the graph cannot be used, with its address and what to check; OtherRegion when it belongs to another
 * region
 */
export async function withGraph<T>(
  settings: Environment,
  work: (graph: Graph) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  if (!settings.NEO4J_URI) throw new Error(missing('NEO4J_URI', 'Neo4j'))
  const graph = connectedTo(settings, timeoutMs)
  try {
    await untilUnlocked(() => graph.ping(), Math.min(LOCKED_MS, timeoutMs))
    await requireGraphOf(graph, settings.DATA_REGION)
    return await work(graph)
  } catch (error) {
    throw explained(error, settings.NEO4J_URI)
  } finally {
    await graph.close()
  }
}

/** @throws Error when NEO4J_URI is not an address */
function connectedTo(settings: Environment, timeoutMs: number): Graph {
  try {
    return connectGraph(settings, { readTimeoutMs: timeoutMs, writeTimeoutMs: timeoutMs, poolSize: 4 })
  } catch {
    throw new Error(
      `NEO4J_URI is not a valid address: ${settings.NEO4J_URI}. Use a form such as neo4j://localhost:7687`,
    )
  }
}

/** @throws Error when KAFKA_BROKERS is missing or wrong */
export function kafkaOf(settings: Environment): KafkaConnection {
  if (!settings.KAFKA_BROKERS) throw new Error(missing('KAFKA_BROKERS', 'Kafka'))
  return connectKafka(settings, 'tda', silent)
}

/**
 * Runs `work`, which sends requests to the brokers.
 * @throws Error when the brokers cannot be used, with their addresses and what to check
 */
export async function askingKafka<T>(settings: Environment, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isKafkaError(error)) throw error
    const brokers = settings.KAFKA_BROKERS?.join(',')
    throw new Error(`Kafka at ${brokers} cannot be used: ${plainError(causeOf(error))}. ${CHECK_KAFKA}`)
  }
}

/**
 * Retries for some seconds while Neo4j has locked the user, for example because another process has a wrong password.
 */
async function untilUnlocked(ask: () => Promise<void>, lockedMs: number): Promise<void> {
  for (const begun = performance.now(); ; await delay(ASK_EVERY_MS)) {
    try {
      return await ask()
    } catch (error) {
      const isLocked = error instanceof LoginRefused && error.isLocked
      if (!isLocked || performance.now() - begun > lockedMs) throw error
    }
  }
}

function missing(variable: string, server: string): string {
  return `${variable} is not set, and \`npm start\` is not running here. Set ${variable} to the address of ${server}`
}

const advice: Record<GraphErrorKind, string> = {
  unavailable: 'Check that Neo4j is running and that NEO4J_URI is correct',
  timeout: 'It did not finish in time. Run the command again when Neo4j has less load',
  overloaded: 'It lacks memory or connections. Run the command again when Neo4j has less load',
  conflict: 'The data conflicts with what is stored. Run `tda check`',
  fault: 'This is an error of the service. Report it',
}

function explained(error: unknown, uri: string): unknown {
  if (!(error instanceof GraphError)) return error
  // The message explains the refusal already.
  if (error.message.includes('Neo.ClientError.Security.')) return new Error(`Neo4j at ${uri}: ${error.message}`)
  return new Error(`Neo4j at ${uri} cannot be used: ${error.message}. ${advice[error.kind]}`)
}
