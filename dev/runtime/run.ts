import { join, resolve } from 'node:path'
import { printableText } from '../../domain/text/printable.ts'
import { keepFilesPrivate } from '../../process/keep-files-private.ts'
import { createProgress, type Progress } from '../../process/progress.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { buildExplorer } from '../explorer/build-explorer.ts'
import { type Databases, startDatabases } from './databases/start-databases.ts'
import { projectFolder } from './folders.ts'
import { keepRunning } from './keep-running.ts'
import { onLeave } from './on-leave.ts'

const DATABASES_GRACE_MS = 2000

/**
 * A demo is loaded in two minutes, in which the second compiler of Java costs more than it gains. Without it Java reserves too
 * little room for what is compiled.
 */
const javaFlags = ['-XX:TieredStopAtLevel=1', '-XX:ReservedCodeCacheSize=240m']

/** What `npm start` does: brings everything up, says how to use it, and stays until it is told to leave. */
export async function run(): Promise<void> {
  keepFilesPrivate()
  const stops: Stop[] = []
  const leave = leaveOnce(stops)
  onLeave(() => leave(0))
  try {
    const begun = performance.now()
    await bringUp(
      stops,
      createProgress(process.stdout, () => performance.now() - begun),
    )
  } catch (error) {
    leave(1, error instanceof Error ? error.message : String(error))
  }
}

/** Stops something; each is called in its turn. */
export type Stop = () => Promise<void>

/** What started last stops first. Whatever fails because of that is no news. */
function leaveOnce(stops: Stop[]): (code: number, message?: string) => void {
  let leaving = false
  return async (code, message = 'Stopping.') => {
    if (leaving) return
    leaving = true
    console.error(printableText(message))
    for (const stop of stops.toReversed()) await stop()
    process.exit(code)
  }
}

async function bringUp(stops: Stop[], progress: Progress): Promise<void> {
  const onProgress = progress.line
  const given = parseEnvironment(process.env)
  const localFolder = resolve(projectFolder, given.LOCAL_FOLDER)
  const embedded = { neo4j: given.NEO4J_URI === undefined, kafka: given.KAFKA_BROKERS === undefined }
  const explorer = builtExplorer(onProgress)
  const databases = await startDatabases({ dataFolder: join(localFolder, 'data'), ...embedded, javaFlags, onProgress })
  stops.push(keepDatabases(databases, onProgress))
  await explorer
  // Only now, because loading the drivers takes longer than finding out that another process holds the folder.
  const { serve } = await import('./serve.ts')
  await serve({ given, localFolder, databases, stops, progress })
}

/** The pages are built while the databases start. Everything else works without them. */
async function builtExplorer(onProgress: (line: string) => void): Promise<void> {
  try {
    if (await buildExplorer()) onProgress('Built the explorer.')
  } catch (error) {
    onProgress(error instanceof Error ? error.message : String(error))
  }
}

/** From now on a database that ends is started again, until the returned function stops both. */
function keepDatabases(databases: Databases, onProgress: (line: string) => void): Stop {
  const present = [databases.neo4j, databases.kafka].filter((server) => server !== null)
  const releases = present.map((server) => keepRunning(server, onProgress))
  return async () => {
    for (const release of releases) release()
    await databases.stop(DATABASES_GRACE_MS)
  }
}
