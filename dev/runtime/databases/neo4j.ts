import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../folders.ts'
import type { JavaProgram } from './class-path.ts'

export const neo4jProgram: JavaProgram = {
  name: 'Neo4j',
  pom: join(projectFolder, 'dev/neo4j/pom.xml'),
  source: join(projectFolder, 'dev/neo4j/Neo4j.java'),
}

const packages = ['java.nio', 'java.io', 'sun.nio.ch']
/**
 * Registers classes of the project with Netty, which reads their names in META-INF/services of a folder in the class
 * path.
 */
const extensions = join(projectFolder, 'dev/neo4j')
const loading = '-Dio.netty.bootstrap.extensions=serviceload'
const flags = [
  '-Xmx1g',
  '-XX:+UseSerialGC',
  loading,
  ...packages.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
]

export interface Neo4jOptions {
  /** Holds the store and the configuration. */
  home: string
  port: number
  classPath: string
  /** Holds the password of the user neo4j. */
  passwordFile: string
}

/**
 * Writes the configuration of the embedded Neo4j and returns the arguments of `java`. It listens only on localhost, but
 * other users of the machine can connect to it too, so it requires a password.
 */
export function neo4jArguments({ home, port, classPath, passwordFile }: Neo4jOptions): string[] {
  mkdirSync(home, { recursive: true })
  const configuration = join(home, 'neo4j.conf')
  writeFileSync(configuration, lines(port).join('\n'))
  return [...flags, '-cp', `${classPath}:${extensions}`, 'Neo4j', home, configuration, passwordFile]
}

const lines = (port: number) => [
  'dbms.security.auth_enabled=true',
  'server.bolt.enabled=true',
  `server.bolt.listen_address=127.0.0.1:${port}`,
  `server.bolt.advertised_address=127.0.0.1:${port}`,
  'server.memory.pagecache.size=512m',
  'db.memory.transaction.max=256m',
  'db.transaction.timeout=10s',
  'db.transaction.monitor.check.interval=250ms',
  'db.tx_log.rotation.retention_policy=keep_none',
  // With preallocation, an empty data folder needs half a gigabyte.
  'db.tx_log.preallocate=false',
  'dbms.cypher.hints_error=true',
  // While an empty graph grows, its statistics make plans outdated. By default, Neo4j replans after 10 s, which takes a
  // sixth of the CPU time of a first load. The plans stay good, because the statements name their indexes.
  'dbms.cypher.min_replan_interval=10m',
  'dbms.usage_report.enabled=false',
  // By default, a stop takes 10.5 s instead of 0.6 s, although the stores are closed within 0.2 s either way.
  'internal.dbms.bolt.netty_server_shutdown_quiet_period=0',
  '',
]
