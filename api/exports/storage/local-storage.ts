import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type Draft,
  type ExportStorage,
  type FileName,
  type FoundFile,
  fileOfPath,
  folderOf,
  pathOfFile,
} from './storage.ts'

const PART = '.part'

/**
 * Stores files in a folder that only this user can read. A draft has another name until it is complete and synced to
 * disk.
 */
export function localStorage(folder: string): ExportStorage {
  const pathOf = (name: FileName) => join(folder, pathOfFile(name))
  return {
    create: (name) => createDraft(pathOf(name)),
    async open(name, range) {
      const file = await orNull(open(pathOf(name), 'r'))
      if (!file) return null
      const part = range ? { start: range.start, end: range.end - 1 } : {}
      return file.createReadStream({ ...part, highWaterMark: 256 * 1024 }) satisfies Readable
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async removeAll(organization) {
      const own = join(folder, folderOf(organization))
      const files = await entriesOf(own)
      await rm(own, { recursive: true, force: true })
      return files.length
    },
    list: () => listFolder(folder),
  }
}

async function createDraft(path: string): Promise<Draft> {
  const [folder, part] = [dirname(path), `${path}${PART}`]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(part, 'wx', 0o600)
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    },
    async publish() {
      await file.sync()
      await file.close()
      await rename(part, path)
      await syncFolder(folder)
    },
    async discard() {
      await file.close().catch(() => undefined)
      await rm(part, { force: true }).catch(() => undefined)
    },
  }
}

/** Syncs the folder, because a new or renamed file survives a crash only if its folder is synced, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFolder(folder: string): AsyncGenerator<FoundFile> {
  for (const organization of await entriesOf(folder)) {
    if (!organization.isDirectory()) continue
    for (const { name: base } of await entriesOf(join(folder, organization.name))) {
      const isDraft = base.endsWith(PART)
      const name = fileOfPath(`${organization.name}/${isDraft ? base.slice(0, -PART.length) : base}`)
      const path = join(folder, organization.name, base)
      const found = name && (await orNull(stat(path)))
      if (!found) continue
      yield { name, isDraft, modifiedAt: found.mtime, remove: () => rm(path, { force: true }) }
    }
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await orNull(readdir(folder, { withFileTypes: true }))) ?? []
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
