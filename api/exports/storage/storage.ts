import type { Readable } from 'node:stream'

/** A file by the export and the fence of the attempt that wrote it: no two attempts ever write the same one. */
export interface FileName {
  organization: string
  exportId: string
  fence: number
}

/** A file that is being written; nobody can read it before it is published. */
export interface Draft {
  /** Takes the bytes at the pace of the storage. */
  write(bytes: Buffer): Promise<void>
  /** Makes the whole file readable under its name, durably. */
  publish(): Promise<void>
  /** Leaves nothing behind; never fails. */
  discard(): Promise<void>
}

export interface FoundFile {
  name: FileName
  isDraft: boolean
  modifiedAt: Date
  /** Removes it, if it is still there. */
  remove(): Promise<void>
}

/** Where the files of exports lie. Every replica has to see the same. */
export interface ExportStorage {
  create(name: FileName): Promise<Draft>
  /** Null when there is no such file. `end` is exclusive. */
  open(name: FileName, range?: { start: number; end: number }): Promise<Readable | null>
  remove(name: FileName): Promise<void>
  /** Everything that lies there, drafts of writers that died among it. */
  list(): AsyncIterable<FoundFile>
}

/** A name as text, `organization/exportId.fence.csv`. */
export function pathOfFile({ organization, exportId, fence }: FileName): string {
  return `${organization}/${exportId}.${fence}.csv`
}

const PATH = /^([a-z][a-z0-9]{2,31})\/([0-9a-f-]{36})\.(\d+)\.csv$/

/** The name that a path stands for, or null when it is none of ours. */
export function fileOfPath(path: string): FileName | null {
  const [, organization, exportId, fence] = PATH.exec(path) ?? []
  if (organization === undefined || exportId === undefined) return null
  return { organization, exportId, fence: Number(fence) }
}
