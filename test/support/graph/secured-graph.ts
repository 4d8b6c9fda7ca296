import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classPathOf } from '../../../dev/runtime/databases/class-path.ts'
import { findJava } from '../../../dev/runtime/databases/java.ts'
import { neo4jArguments, neo4jProgram } from '../../../dev/runtime/databases/neo4j.ts'
import { libFolder } from '../../../dev/runtime/folders.ts'
import { choosePort } from '../../../dev/runtime/ports/ports.ts'
import { restartable } from '../../../dev/runtime/restartable.ts'
import { javaFlags } from '../java-flags.ts'
import { neo4jAdmin } from './neo4j-admin.ts'

/** A Neo4j that asks for a password, as one does by default, and locks users as it does by default. */
export interface SecuredGraph {
  /** What to reach it by. */
  settings: { NEO4J_URI: string; NEO4J_USER: string; NEO4J_PASSWORD: string }
  remove(): Promise<void>
}

const AUTH = 'dbms.security.auth_enabled'

export async function startSecuredGraph(password: string): Promise<SecuredGraph> {
  const home = mkdtempSync(join(tmpdir(), 'tda-secured-'))
  const java = await findJava()
  const classPath = await classPathOf(neo4jProgram, java, libFolder, () => {})
  const port = await choosePort([], new Set())
  const args = [...javaFlags, ...neo4jArguments(home, port, classPath)]
  const configuration = join(home, 'neo4j.conf')
  if (!readFileSync(configuration, 'utf8').includes(AUTH)) appendFileSync(configuration, `${AUTH}=true\n`)
  await neo4jAdmin(home, ['dbms', 'set-initial-password', password])
  const logFile = join(home, 'neo4j.log')
  const command = { command: java.java, args, cwd: home, env: process.env, logFile, saysReady: true }
  const server = restartable('Neo4j', command, () => {})
  await server.start()
  return {
    settings: { NEO4J_URI: `bolt://127.0.0.1:${port}`, NEO4J_USER: 'neo4j', NEO4J_PASSWORD: password },
    async remove() {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
