import { join } from 'node:path'
import { securitySettings } from '../../kafka/connect-kafka.ts'
import { type Environment, parseEnvironment } from '../../schemas/environment.ts'
import { cursorKey } from './cursor-key.ts'
import type { Databases } from './databases/start-databases.ts'

export interface Settings {
  /** The environment of the projector and the API. */
  variables: NodeJS.ProcessEnv
  /** The parsed environment. */
  environment: Environment
  apiPort: number
  /** Ports of /livez, /readyz and /metrics. */
  adminPorts: { api: number; projector: number }
}

/** The settings that connect to the embedded Neo4j. */
export const embeddedNeo4j = (uri: string, password: string) => ({
  NEO4J_URI: uri,
  NEO4J_USER: 'neo4j',
  NEO4J_PASSWORD: password,
  NEO4J_DATABASE: 'neo4j',
})
const embeddedKafka = (brokers: string) => ({
  KAFKA_BROKERS: brokers,
  ...Object.fromEntries(securitySettings.map((name) => [name, ''])),
  // After a kill -9, the next projector waits until the session of the previous one times out. There is only one here.
  KAFKA_SESSION_TIMEOUT_MS: process.env.KAFKA_SESSION_TIMEOUT_MS || '8000',
})

/** The given environment, completed by the addresses of the embedded databases. */
export function databaseVariables(databases: Databases): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(databases.neo4jUri && embeddedNeo4j(databases.neo4jUri, databases.neo4jPassword ?? '')),
    ...(databases.kafkaBrokers && embeddedKafka(databases.kafkaBrokers)),
  }
}

/** The environment with all settings that the projector and the API need, on free ports. */
export async function completeSettings(
  given: Environment,
  databases: Databases,
  dataFolder: string,
): Promise<Settings> {
  const apiPort = await databases.ports('the API', given.PORT)
  const adminPorts = {
    api: await databases.ports("the API's admin port", given.ADMIN_PORT),
    projector: await databases.ports("the projector's admin port", given.PROJECTOR_ADMIN_PORT),
  }
  const variables = {
    ...databaseVariables(databases),
    PORT: String(apiPort),
    ADMIN_PORT: String(adminPorts.api),
    PROJECTOR_ADMIN_PORT: String(adminPorts.projector),
    // An address instead of localhost, which may resolve to ::1, where another program may listen.
    BASE_URL: given.BASE_URL ?? `http://127.0.0.1:${apiPort}`,
    CURSOR_KEYS: process.env.CURSOR_KEYS || cursorKey(dataFolder),
    // There is no load balancer that would need time to notice a shutdown.
    DRAIN_MS: process.env.DRAIN_MS || '0',
    EXPORTS_FOLDER: process.env.EXPORTS_FOLDER || join(dataFolder, 'exports'),
    AUDIT_SPOOL: process.env.AUDIT_SPOOL || join(dataFolder, 'audit'),
    // People who try the service out should see every tool.
    MCP_TOOLSETS: process.env.MCP_TOOLSETS || 'all',
  }
  return { variables, environment: parseEnvironment(variables), apiPort, adminPorts }
}
