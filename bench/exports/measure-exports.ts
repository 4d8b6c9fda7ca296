import { setTimeout as delay } from 'node:timers/promises'
import { listStylesWithLines } from '../../cypher/bom/read-snapshots.ts'
import { ExportJob, exportKinds } from '../../schemas/exports/exports.ts'
import { benchBom, ROWS_A_STYLE } from '../history/bench-bom.ts'
import { publishSeconds, untilReady } from '../history/publish.ts'
import { issueCredential } from '../issue-credential.ts'
import { newOrganization } from '../report/sizes.ts'
import type { World } from '../world.ts'
import { type BareStream, columnsOfLines, openBareStream } from './bare-stream.ts'
import { watchMemory } from './watch-memory.ts'

export interface ExportsPlan {
  rows: number
  repeats: number
  onProgress(line: string): void
}

export interface ExportsResult {
  rows: number
  byteSize: number
  rounds: ExportsRound[]
}

/** Rows per second, and the bytes by which the process grew since before its first export. */
export interface ExportsRound {
  exported: number
  /** The bare driver with records of the same columns, which it discards. */
  bare: number
  /** The bare driver with the stored documents from which the rows are made. */
  documents: number
  growth: number
}

const POLL_MS = 100
const NO_EDITS = { share: 0, few: 0, many: 0, publications: 1 }

/** Publishes a BOM and exports its yields, alternating with the bare driver that reads and discards as many records. */
export async function measureExports(world: World, plan: ExportsPlan): Promise<ExportsResult[]> {
  const [api, projector] = [await world.start('api'), await world.start('projector')]
  const bom = benchBom(plan.rows, NO_EDITS)
  const organization = await newOrganization(world.graph)
  const rows = bom.styles * ROWS_A_STYLE
  try {
    await untilReady(world)
    plan.onProgress(`Exports: publishing ${rows} rows.`)
    await publishSeconds(world, projector, bom, organization, 1)
    await projector.stop()
    await columnsOfLines(world.graph, organization, exportKinds.bom_yields.columns.length)
    const { headers } = await issueCredential(world, organization)
    const memory = watchMemory(api.pid)
    const bare = openBareStream(world.variables, organization)
    const rounds: ExportsRound[] = []
    let byteSize = 0
    for (let round = 1; round <= plan.repeats; round += 1) {
      plan.onProgress(`Exports: round ${round} of ${plan.repeats}.`)
      const job = await exportYields(world, headers)
      byteSize = job.byteSize ?? 0
      const seconds = (Date.parse(job.completedAt ?? '') - Date.parse(job.startedAt ?? '')) / 1000
      rounds.push({ exported: rows / seconds, growth: memory.growth(), ...(await stream(bare, rows)) })
    }
    await bare.close()
    memory.stop()
    return [{ rows, byteSize, rounds }]
  } finally {
    await Promise.all([api.stop(), projector.stop()])
  }
}

async function stream(bare: BareStream, rows: number): Promise<Pick<ExportsRound, 'bare' | 'documents'>> {
  const records = await bare.records()
  if (records.count !== rows) throw new Error(`The bare driver streamed ${records.count} of ${rows} rows`)
  const all = { seq: 1, styleId: null, start: '', limit: Number.MAX_SAFE_INTEGER }
  const documents = await bare.statement(listStylesWithLines.text, all)
  return { bare: rows / records.seconds, documents: rows / documents.seconds }
}

/** @throws Error when the export fails */
async function exportYields({ apiPort }: World, headers: Record<string, string>): Promise<ExportJob> {
  const url = `http://127.0.0.1:${apiPort}/v1/exports`
  const body = JSON.stringify({ kind: 'bom_yields' })
  const given = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body }
  let job = await jobOf(await fetch(url, given))
  while (job.status === 'queued' || job.status === 'running') {
    await delay(POLL_MS)
    job = await jobOf(await fetch(`${url}/${job.exportId}`, { headers }))
  }
  if (job.status !== 'completed') throw new Error(`The export ended ${job.status}: ${job.errorCode}`)
  return job
}

async function jobOf(response: Response): Promise<ExportJob> {
  const { data } = (await response.json()) as { data: unknown }
  return ExportJob.parse(data)
}
