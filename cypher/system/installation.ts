import { z } from 'zod'
import { Region } from '../../schemas/credentials.ts'
import { OtherRegion } from '../../schemas/other-region.ts'
import type { Graph } from '../connect.ts'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

const region = z.object({ region: Region })

const findRegion = read('findRegion', { params: z.object({}), row: region })
const findIssuedRegion = read('findIssuedRegion', { params: z.object({}), row: region })
const claimRegion = write('claimRegion', { params: region, row: region })
const replaceRegion = write('replaceRegion', { params: region, row: region })

/**
 * The region that the graph belongs to: as assigned, or before that the one for which tokens were issued. Null for a new
 * graph.
 */
export async function regionOfGraph(graph: Graph): Promise<string | null> {
  const [assigned] = await graph.read(findRegion, null, {})
  const [found] = assigned ? [assigned] : await graph.read(findIssuedRegion, null, {})
  return found?.region ?? null
}

/** @throws OtherRegion when the graph belongs to another region */
export async function requireGraphOf(graph: Graph, region: string): Promise<void> {
  const found = await regionOfGraph(graph)
  if (found !== null && found !== region) throw new OtherRegion('The graph', found, region)
}

/** Assigns the graph to a region, unless it already belongs to it. @throws OtherRegion when it belongs to another one */
export async function claimGraph(graph: Graph, region: string): Promise<void> {
  const [found] = await graph.write((run) => run(claimRegion, null, { region }))
  if (found && found.region !== region) throw new OtherRegion('The graph', found.region, region)
}

/** Assigns the graph to another region. */
export async function assignGraph(graph: Graph, region: string): Promise<void> {
  await graph.write((run) => run(replaceRegion, null, { region }))
}
