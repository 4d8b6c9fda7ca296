import { classPathOf } from '../../../dev/runtime/databases/class-path.ts'
import { findJava } from '../../../dev/runtime/databases/java.ts'
import { neo4jProgram } from '../../../dev/runtime/databases/neo4j.ts'
import { libFolder } from '../../../dev/runtime/folders.ts'
import { run } from '../processes/run.ts'

const packages = ['java.nio', 'java.io', 'sun.nio.ch']
const flags = packages.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`)

/**
 * Runs `neo4j-admin` on the store in `home`, while the embedded server is stopped.
 * @throws Error with its output if it fails
 */
export async function neo4jAdmin(home: string, args: readonly string[]): Promise<void> {
  const java = await findJava()
  const classPath = await classPathOf(neo4jProgram, java, libFolder, () => {})
  const command = [...flags, '-cp', classPath, 'org.neo4j.cli.AdminTool', ...args]
  const { exitCode, output } = await run(java.java, command, { NEO4J_HOME: home, NEO4J_CONF: home })
  if (exitCode !== 0) throw new Error(`neo4j-admin ${args.join(' ')} failed:\n${output}`)
}
