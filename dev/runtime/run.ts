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
 * Loading the demo takes two minutes, in which the second compiler of Java costs more than it gains. Without that
 * compiler, Java by default reserves too little memory for compiled code.
 */
const javaFlags = ['-XX:TieredStopAtLevel=1', '-XX:ReservedCodeCacheSize=240m']

/** `npm start`: starts everything, prints how to use it, and runs until it is stopped. */
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

/** Stops something. Stops are called one after the other. */
export type Stop = () => Promise<void>

/** Stops everything in reverse order of its start, once. Failures that this causes are not reported. */
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
  // Imported here, because loading the drivers takes longer than finding out that another process holds the data
  // folder.
  const { serve } = await import('./serve.ts')
  await serve({ given, localFolder, databases, stops, progress })
}

/** Builds the pages while the databases start. Everything else works without them. */
async function builtExplorer(onProgress: (line: string) => void): Promise<void> {
  try {
    if (await buildExplorer()) onProgress('Built the explorer.')
  } catch (error) {
    onProgress(error instanceof Error ? error.message : String(error))
  }
}

/** Restarts a database whenever it exits, until the returned function stops both. */
function keepDatabases(databases: Databases, onProgress: (line: string) => void): Stop {
  const present = [databases.neo4j, databases.kafka].filter((server) => server !== null)
  const releases = present.map((server) => keepRunning(server, onProgress))
  return async () => {
    for (const release of releases) release()
    await databases.stop(DATABASES_GRACE_MS)
  }
}
