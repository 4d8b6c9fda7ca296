import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const OLDEST = 17

/** Alternatives to the embedded servers, for messages when these cannot run. */
export const otherWays = 'Or use Docker (`docker compose up`), or your own servers (set NEO4J_URI and KAFKA_BROKERS).'

/** The programs of a JDK; `version` is its major version. */
export interface Java {
  java: string
  javac: string
  version: number
}

/**
 * The JDK of JAVA_HOME, else of PATH.
 * @throws Error that says what to install, when there is none or it is too old. A JRE is not enough: it has no
 * compiler.
 */
export async function findJava(): Promise<Java> {
  const java = inJavaHome('java')
  const modules = await run(java, ['--list-modules']).then(
    ({ stdout }) => stdout,
    () => '',
  )
  const version = Number(/^java\.base@(\d+)/m.exec(modules)?.[1] ?? 0)
  const found =
    version === 0 ? 'none was found' : `this is ${modules.includes('jdk.compiler') ? 'JDK' : 'a JRE,'} ${version}`
  if (version < OLDEST || !modules.includes('jdk.compiler')) throw new Error(missingJava(found))
  return { java, javac: inJavaHome('javac'), version }
}

function missingJava(found: string): string {
  return (
    `The embedded Neo4j and Kafka need a JDK ${OLDEST} or later; ${found}. ` +
    'Install one (Debian and Ubuntu: `apt install openjdk-17-jdk-headless maven`; macOS: `brew install openjdk@21 maven`), ' +
    `or set JAVA_HOME. ${otherWays}`
  )
}

function inJavaHome(program: string): string {
  const home = process.env.JAVA_HOME
  return home ? join(home, 'bin', program) : program
}
