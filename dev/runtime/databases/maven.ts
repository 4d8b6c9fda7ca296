import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { otherWays } from './java.ts'

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'
const LAST_LINES = 12

/**
 * Runs Maven in a process group behind a shell that kills the group when this process is gone. Otherwise a long
 * download would outlive a kill -9, because the mvn script itself watches nothing.
 */
const GUARD = 'exec 3<&0; (cat <&3 >/dev/null; kill -9 0) & "$@" </dev/null 3<&-'

/**
 * Rejects a jar whose checksum the repository does not confirm, of which Maven by default only warns. Jars are
 * downloaded over TLS, as Maven's own settings require, in the exact versions of the poms.
 */
const STRICT = '--strict-checksums'

/** The folder to which the jars of a pom are copied. */
export interface Copy {
  pom: string
  folder: string
}

/**
 * Copies the jars that some poms name, with all they need at run time, each into its folder and all at the same time.
 * `onFile` is called for each file that had to be downloaded; `workFolder` is free afterwards. MAVEN_REPO_LOCAL moves
 * Maven's own cache.
 * @throws Error with what to install, or with Maven's last lines.
 */
export async function copyDependencies(copies: readonly Copy[], workFolder: string, onFile: () => void): Promise<void> {
  const repository = process.env.MAVEN_REPO_LOCAL ? [`-Dmaven.repo.local=${process.env.MAVEN_REPO_LOCAL}`] : []
  const [first, second] = copies
  if (!first) return
  const pom = second ? pomOfAll(copies, workFolder) : first.pom
  const folder = second ? join(workFolder, '$' + '{project.artifactId}') : first.folder
  const goals = [
    ...['-B', STRICT, '-T', String(copies.length), ...repository],
    ...['-f', pom, PLUGIN, '-DincludeScope=runtime', `-DoutputDirectory=${folder}`],
  ]
  const { code, lines } = await runGuarded(['mvn', ...goals], (line) => {
    if (line.includes('Downloaded from')) onFile()
  })
  if (code === 127) throw new Error(missingMaven)
  if (code !== 0)
    throw new Error(`Maven could not fetch what ${pom} names:\n${complaints(lines).join('\n')}\n${otherWays}`)
  if (!second) return
  for (const copy of copies) renameSync(join(workFolder, artifactOf(copy.pom)), copy.folder)
  rmSync(workFolder, { recursive: true })
}

/** A pom whose modules are the given ones. Maven builds them in parallel, and each names its own folder. */
function pomOfAll(copies: readonly Copy[], workFolder: string): string {
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(workFolder, { recursive: true })
  const modules = copies.map(({ pom }) => `<module>${relative(workFolder, pom)}</module>`)
  const own = '<groupId>tenant-data-api</groupId><artifactId>all</artifactId><version>1</version>'
  const file = join(workFolder, 'pom.xml')
  writeFileSync(
    file,
    `<project><modelVersion>4.0.0</modelVersion>${own}<packaging>pom</packaging><modules>${modules.join('')}</modules></project>`,
  )
  return file
}

function artifactOf(pom: string): string {
  const [, artifact] = /<artifactId>([^<]+)</.exec(readFileSync(pom, 'utf8')) ?? []
  if (artifact === undefined) throw new Error(`${pom} names no artifact`)
  return artifact
}

/** Maven's errors without its advice on options and articles, or its last lines if it names no error. */
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
  // The cat of the guard outlives Maven. It exits when its input ends, and only then is the output complete.
  child.once('exit', () => child.stdin.destroy())
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, lines }
}
