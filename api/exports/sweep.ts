import type { Graph } from '../../cypher/connect.ts'
import { forgetExportFile, getExport, type StoredExport } from '../../cypher/exports/exports.ts'
import { listExpiredExports } from '../../cypher/system/export-queue.ts'
import { listPurgesWithFiles, recordFilesRemoved } from '../../cypher/system/purge.ts'
import { ExportFormat } from '../../schemas/exports/export-formats.ts'
import type { ExportStorage, FoundFile } from './storage/storage.ts'

interface SweepWith {
  graph: Pick<Graph, 'read' | 'write'>
  storage: ExportStorage
  now: () => number
}

const AT_ONCE = 100
/**
 * A graph that was restored from a backup does not contain the latest exports. Files without an export are kept for
 * this time.
 */
const UNKNOWN_MS = 24 * 3_600_000

/**
 * Deletes the files of organizations that are being purged, expired files, and the files that dead processes left
 * behind. Returns the number of deleted files.
 */
export async function sweep(given: SweepWith): Promise<number> {
  return (await removePurged(given)) + (await removeExpired(given)) + (await removeOrphans(given))
}

async function removePurged({ graph, storage, now }: SweepWith): Promise<number> {
  let count = 0
  for (const { organization, hash } of await graph.read(listPurgesWithFiles, null, {})) {
    const files = await storage.removeAll(organization)
    count += files
    await graph.write((run) => run(recordFilesRemoved, null, { hash, files, now: new Date(now()).toISOString() }))
  }
  return count
}

async function removeExpired({ graph, storage, now }: SweepWith): Promise<number> {
  for (let count = 0; ; ) {
    const until = new Date(now()).toISOString()
    const expired = await graph.read(listExpiredExports, null, { now: until, limit: AT_ONCE })
    for (const { organization, id, fence, format } of expired) {
      // The file is deleted first. If the process crashes before the second step, the next sweep repeats both.
      await storage.remove({ organization, exportId: id, fence, format: ExportFormat.parse(format) })
      await graph.write((run) => run(forgetExportFile, organization, { id }))
    }
    count += expired.length
    if (expired.length < AT_ONCE) return count
  }
}

async function removeOrphans({ graph, storage, now }: SweepWith): Promise<number> {
  let count = 0
  for await (const file of storage.list()) {
    const { organization, exportId } = file.name
    const [job] = await graph.read(getExport, organization, { id: exportId })
    if (!isOrphan(file, job, now())) continue
    await file.remove()
    count += 1
  }
  return count
}

/** The job was read after its file was listed, so its state is at least as new as the file. */
function isOrphan({ name, isDraft, modifiedAt }: FoundFile, job: StoredExport | undefined, now: number): boolean {
  if (!job) return now - modifiedAt.getTime() > UNKNOWN_MS
  if (job.fence !== name.fence) return true
  return job.status !== 'running' && (isDraft || job.status !== 'completed')
}
