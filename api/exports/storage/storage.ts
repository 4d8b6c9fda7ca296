import type { Readable } from 'node:stream'
import { ExportFormat } from '../../../schemas/exports/export-formats.ts'

/**
 * Identifies a file by its export and by the fence of the attempt that wrote it, so no two attempts write the same
 * file.
 */
export interface FileName {
  organization: string
  exportId: string
  fence: number
  format: ExportFormat
}

/** A file that is being written. It cannot be read before it is published. */
export interface Draft {
  /** Writes bytes, and resolves when the storage can accept more. */
  write(bytes: Buffer): Promise<void>
  /** Makes the complete file readable under its name, durably. */
  publish(): Promise<void>
  /** Deletes the draft. Never fails. */
  discard(): Promise<void>
}

export interface FoundFile {
  name: FileName
  isDraft: boolean
  modifiedAt: Date
  /** Deletes the file if it still exists. */
  remove(): Promise<void>
}

/** Stores the files of exports. All replicas must use the same storage. */
export interface ExportStorage {
  create(name: FileName): Promise<Draft>
  /** Opens a file, or returns null if it does not exist. `end` is exclusive. */
  open(name: FileName, range?: { start: number; end: number }): Promise<Readable | null>
  remove(name: FileName): Promise<void>
  /** Deletes all files and drafts of an organization. Returns how many there were. No file of it may be created then. */
  removeAll(organization: string): Promise<number>
  /** Lists all files, including drafts of processes that died. */
  list(): AsyncIterable<FoundFile>
}

/** The path of a file, such as `organization/exportId.fence.csv`. */
export function pathOfFile({ organization, exportId, fence, format }: FileName): string {
  return `${folderOf(organization)}${exportId}.${fence}.${format}`
}

/** How the paths of all files of an organization begin. */
export function folderOf(organization: string): string {
  return `${organization}/`
}

const PATH = /^([a-z][a-z0-9]{2,31})\/([0-9a-f-]{36})\.(\d+)\.([a-z]+)$/

/** The file that a path names, or null if the path is not that of an export. */
export function fileOfPath(path: string): FileName | null {
  const [, organization, exportId, fence, ending] = PATH.exec(path) ?? []
  const format = ExportFormat.safeParse(ending)
  if (organization === undefined || exportId === undefined || !format.success) return null
  return { organization, exportId, fence: Number(fence), format: format.data }
}
