import { join } from 'node:path'
import { type Environment, parseEnvironment } from '../../schemas/environment.ts'
import { cursorKey } from './cursor-key.ts'
import type { Databases } from './databases/start-databases.ts'

export interface Settings {
  /** What the projector and the API are started with. */
  variables: NodeJS.ProcessEnv
  /** The same, parsed. */
  environment: Environment
  apiPort: number
  /** Ports of /livez, /readyz and /metrics. */
  adminPorts: { api: number; projector: number }
}

/** How the embedded Neo4j is reached. */
export const embeddedNeo4j = (uri: string, password: string) => ({
  NEO4J_URI: uri,
  NEO4J_USER: 'neo4j',
  NEO4J_PASSWORD: password,
  NEO4J_DATABASE: 'neo4j',
})
const embeddedKafka = (brokers: string) => ({
  KAFKA_BROKERS: brokers,
  KAFKA_SSL: '',
  KAFKA_SASL_MECHANISM: '',
  // After a kill -9 the next projector waits for the session of the last one to end; here there is only one.
  KAFKA_SESSION_TIMEOUT_MS: process.env.KAFKA_SESSION_TIMEOUT_MS || '8000',
})

/** The environment that was given, completed by the addresses of what is embedded. */
export function databaseVariables(databases: Databases): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(databases.neo4jUri && embeddedNeo4j(databases.neo4jUri, databases.neo4jPassword ?? '')),
    ...(databases.kafkaBrokers && embeddedKafka(databases.kafkaBrokers)),
  }
}

/** The same with the rest that the projector and the API need, on ports that are free. */
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
    // Not localhost: that may be ::1 first, where something else may listen.
    BASE_URL: given.BASE_URL ?? `http://127.0.0.1:${apiPort}`,
    CURSOR_KEYS: process.env.CURSOR_KEYS || cursorKey(dataFolder),
    // Nothing stands in front of this API that had to notice its end.
    DRAIN_MS: process.env.DRAIN_MS || '0',
    EXPORTS_FOLDER: process.env.EXPORTS_FOLDER || join(dataFolder, 'exports'),
    AUDIT_SPOOL: process.env.AUDIT_SPOOL || join(dataFolder, 'audit'),
    // Who tries it out is to see every tool.
    MCP_TOOLSETS: process.env.MCP_TOOLSETS || 'all',
  }
  return { variables, environment: parseEnvironment(variables), apiPort, adminPorts }
}
