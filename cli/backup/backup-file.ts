import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StoredNode } from '../../cypher/system/backup.ts'
import { Timestamp } from '../../schemas/common.ts'
import { Region } from '../../schemas/credentials.ts'

/** The first line of a backup. `createdAt` is the UTC time at which reading the graph began. */
const Head = z.object({ format: z.literal('tda-backup-1'), region: Region, createdAt: Timestamp })
/** The last line: the number of nodes, and the SHA-256 of everything before it in hexadecimal. */
const Tail = z.object({ nodes: z.int(), sha256: z.string() })

export interface Backup {
  region: string
  createdAt: string
  nodes: StoredNode[]
}

const NAME = /^tda-backup-\d{8}T\d{6}Z\.jsonl$/

/** Writes a backup to a folder under a name with its time. The file appears only when it is complete. */
export async function writeBackup(folder: string, { region, createdAt, nodes }: Backup): Promise<string> {
  const lines = [{ format: 'tda-backup-1', region, createdAt }, ...nodes].map((line) => `${JSON.stringify(line)}\n`)
  const body = lines.join('')
  const file = join(folder, `tda-backup-${createdAt.replace(/[-:]|\.\d+/g, '')}.jsonl`)
  await writeFile(`${file}.part`, `${body}${JSON.stringify({ nodes: nodes.length, sha256: sha256(body) })}\n`, {
    mode: 0o600,
    flush: true,
  })
  await rename(`${file}.part`, file)
  return file
}

/** Deletes all but the newest backups of a folder. Other files stay. @returns the names of the deleted files */
export async function deleteOldBackups(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await rm(join(folder, name))
  return old
}

/** @throws Error when the file is not a complete backup */
export async function readBackup(file: string): Promise<Backup> {
  const text = await readFile(file, 'utf8')
  const end = text.trimEnd().lastIndexOf('\n') + 1
  const body = text.slice(0, end)
  const tail = Tail.safeParse(jsonOf(text.slice(end)))
  if (!tail.success || tail.data.sha256 !== sha256(body))
    throw new Error(`${file} is not a complete backup: its last line does not match the others`)
  const [first, ...others] = body.trimEnd().split('\n').map(jsonOf)
  const { region, createdAt } = Head.parse(first)
  return { region, createdAt, nodes: z.array(StoredNode).length(tail.data.nodes).parse(others) }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
