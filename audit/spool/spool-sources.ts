import { adoptCounts } from '../counters.ts'
import type { Source } from './drainer.ts'
import { segmentPath, segmentsOf, sizeOf } from './segments.ts'
import { adoptSpoolFolders, foreignBytes, type SpoolFolder } from './spool-folder.ts'
import { undeliveredIn } from './spool-position.ts'
import { openSpoolReader, type SpoolReader } from './spool-reader.ts'
import type { SpoolWriter } from './spool-writer.ts'

/** The folders below the spool's root that this process delivers: its own folder and the adopted ones. */
export interface SpoolSources {
  list(): readonly Source[]
  /**
   * Adopts the folders of processes that died since the last call, and measures the folders of other live processes.
   */
  look(): { adopted: string[] }
  /** Whether everything that this process has written is delivered. */
  isDelivered(): boolean
  /** Bytes on disk that are not yet delivered, including those of other processes. */
  bytes(): number
  /** Stops. Empty folders are deleted; the others are unlocked, so that the next process delivers them. */
  release(): void
}

interface Adopted {
  folder: SpoolFolder
  reader: SpoolReader
  total: number
}

export function openSpoolSources(
  root: string,
  own: SpoolFolder,
  writer: SpoolWriter,
  onTorn: () => void,
): SpoolSources {
  const reader = openSpoolReader(own.path, writer.end, onTorn)
  let adopted: Adopted[] = []
  let foreign = 0

  const ownBytes = () => writer.written() - reader.confirmed()
  const held = () => new Set([own.path, ...adopted.map(({ folder }) => folder.path)])

  function finish(done: Adopted): void {
    adopted = adopted.filter((one) => one !== done)
    done.folder.remove()
  }

  return {
    list: () => [{ reader }, ...adopted.map((one) => ({ reader: one.reader, finish: () => finish(one) }))],
    look() {
      const found = adoptSpoolFolders(root, held()).map((folder) => adopt(folder, onTorn))
      adopted = [...adopted, ...found]
      foreign = foreignBytes(root, held())
      return { adopted: found.filter(({ total }) => total > 0).map(({ folder }) => folder.path) }
    },
    isDelivered: () => ownBytes() === 0,
    bytes: () => foreign + adopted.reduce((sum, one) => sum + one.total - one.reader.confirmed(), ownBytes()),
    release() {
      for (const { folder } of adopted) folder.release()
      if (ownBytes() === 0) own.remove()
      else own.release()
    },
  }
}

/** A dead process writes no more, so its last segment ends at its current size. */
function adopt(folder: SpoolFolder, onTorn: () => void): Adopted {
  adoptCounts(folder.path)
  const segment = segmentsOf(folder.path).at(-1) ?? 1
  const end = { segment, offset: sizeOf(segmentPath(folder.path, segment)) }
  const total = undeliveredIn(folder.path)
  return { folder, reader: openSpoolReader(folder.path, () => end, onTorn), total }
}
