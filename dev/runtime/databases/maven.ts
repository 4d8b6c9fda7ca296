import { spawn } from 'node:child_process'
import { otherWays } from './java.ts'

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'
const LAST_LINES = 12

/**
 * Maven runs in a process group of its own behind a shell that ends the group when this process is gone: a long
 * download must not outlive a kill -9, and the mvn script itself watches nothing.
 */
const GUARD = 'exec 3<&0; (cat <&3 >/dev/null; kill -9 0) & "$@" </dev/null 3<&-'

/**
 * A jar whose checksum the repository does not confirm is refused; Maven's default is a warning. It comes over TLS, as
 * Maven's own settings have it, and what the poms name are exact versions.
 */
const STRICT = '--strict-checksums'

/**
 * Copies the jars that a pom names, with all they need at run time, into a folder. `onFile` is called for each file
 * that had to be downloaded. MAVEN_REPO_LOCAL moves Maven's own cache.
 * @throws Error with what to install, or with Maven's last lines.
 */
export async function copyDependencies(pom: string, folder: string, onFile: () => void): Promise<void> {
  const repository = process.env.MAVEN_REPO_LOCAL ? [`-Dmaven.repo.local=${process.env.MAVEN_REPO_LOCAL}`] : []
  const goals = [
    '-B',
    STRICT,
    ...repository,
    '-f',
    pom,
    PLUGIN,
    '-DincludeScope=runtime',
    `-DoutputDirectory=${folder}`,
  ]
  const { code, lines } = await runGuarded(['mvn', ...goals], (line) => {
    if (line.includes('Downloaded from')) onFile()
  })
  if (code === 0) return
  if (code === 127) throw new Error(missingMaven)
  throw new Error(`Maven could not fetch what ${pom} names:\n${complaints(lines).join('\n')}\n${otherWays}`)
}

/** Maven's errors without its advice on switches and articles; when it names none, its last lines. */
function complaints(lines: string[]): string[] {
  const errors = lines.filter((line) => /^\[ERROR\] (?!To see|Re-run|For more|\[Help)\S/.test(line))
  return (errors.length > 0 ? errors : lines).slice(-LAST_LINES)
}

const missingMaven =
  'The embedded Neo4j and Kafka are fetched with Maven, and there is no `mvn` here. Install it ' +
  `(Debian and Ubuntu: \`apt install maven\`; macOS: \`brew install maven\`). ${otherWays}`

async function runGuarded(command: string[], onLine: (line: string) => void) {
  const child = spawn('sh', ['-c', GUARD, 'sh', ...command], { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const lines: string[] = []
  const keep = (chunk: string) => {
    for (const line of chunk.split('\n').filter(Boolean)) {
      lines.push(line)
      onLine(line)
    }
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  child.stdin.on('error', () => {})
  // The guard's cat outlives Maven; the end of its input ends it, and then the output is complete.
  child.once('exit', () => child.stdin.destroy())
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, lines }
}
