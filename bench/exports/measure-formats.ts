import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { exportFormatNames } from '../../schemas/exports/export-formats.ts'
import { table } from '../report/table.ts'

/**
 * `npm run bench:formats [-- ROWS]`: writes a file of `bom_yields` in each format, each in a process of its own, and
 * prints rows per second, the growth of memory, and the longest time in which requests of the same process would wait.
 * The rows come from memory.
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const Written = z.object({
  rows: z.literal(rows),
  byteSize: z.number(),
  seconds: z.number(),
  growth: z.number(),
  longestMs: z.number(),
})

const run = promisify(execFile)
const script = join(import.meta.dirname, 'write-formats.ts')

async function measure(format: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-formats-'))
  try {
    // The option with which the API is started.
    const args = ['--max-semi-space-size=8', script, format, String(rows), folder]
    const { stdout } = await run(process.execPath, args)
    const { byteSize, seconds, growth, longestMs } = Written.parse(JSON.parse(stdout))
    const [megabytes, grown] = [byteSize, growth].map((bytes) => String(Math.round(bytes / 1e6)))
    return [format, String(Math.round(rows / seconds)), `${megabytes} MB`, `${grown} MB`, `${Math.round(longestMs)} ms`]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const lines: string[][] = []
for (const format of exportFormatNames) lines.push(await measure(format))
console.log(table(['Format', 'Rows per second', 'Size', 'Growth of memory', 'Longest wait'], lines))
