import { type CpuSeconds, countCpu, type Processes } from '../cpu.ts'
import { type Plan, roundsOf, runExclusive } from '../plan.ts'
import { eventsOf, newOrganization, type Phase, phases, type Size, type SizeName } from '../report/sizes.ts'
import type { Worker } from '../worker.ts'
import type { Service, World } from '../world.ts'
import type { BareWriter } from './bare-writer.ts'
import { projectorSeconds } from './projector-run.ts'

export interface Pass {
  seconds: number
  cpu: CpuSeconds
}

export interface ProjectorResult {
  size: SizeName
  phase: Phase
  records: number
  rounds: { ours: Pass; bare: Pass }[]
}

/** Measures the projector against a writer of the same statements, each with new organizations in every round. */
export async function measureProjector(
  world: World,
  writer: Worker<BareWriter>,
  sizes: readonly Size[],
  plan: Plan,
): Promise<ProjectorResult[]> {
  const projector = await world.start('projector')
  try {
    const [small] = sizes
    plan.onProgress('Projector: warming up.')
    if (small) await measureSize(world, writer, projector, small, 'ours', [])
    const results = sizes.flatMap((size) =>
      phases.map((phase): ProjectorResult => ({ size: size.name, phase, records: size.records, rounds: [] })),
    )
    for (const { first } of roundsOf('Projector', plan)) {
      for (const size of sizes) await measureSize(world, writer, projector, size, first, results)
    }
    return results
  } finally {
    await projector.stop()
  }
}

async function measureSize(
  world: World,
  writer: Worker<BareWriter>,
  projector: Service,
  size: Size,
  first: 'ours' | 'bare',
  results: readonly ProjectorResult[],
): Promise<void> {
  const own = await newOrganization(world.graph)
  const organization = await newOrganization(world.graph)
  for (const phase of phases) {
    const project = () => projectorSeconds(world, projector, eventsOf(size, phase, own))
    const replay = async () => (await writer.ask('replay', { size, phase, organization })).seconds
    const round = await runExclusive(
      first,
      () => timed({ ...world.servers, projector: projector.pid }, project),
      () => timed({ ...world.servers, writer: writer.pid }, replay),
    )
    results.find((result) => result.size === size.name && result.phase === phase)?.rounds.push(round)
  }
  await requireSameGraph(world, own, organization)
}

async function timed(processes: Processes, run: () => Promise<number>): Promise<Pass> {
  const usedSince = countCpu(processes)
  return { seconds: await run(), cpu: usedSince() }
}

/** Both sides must have done the same work. */
async function requireSameGraph({ graph }: World, ...organizations: string[]): Promise<void> {
  const counts = await Promise.all(
    organizations.map((organization) =>
      graph.execute(
        `MATCH (e:Entity {tenantKey: $organization})
         RETURN count(e) AS entities, count(e.doc) AS published, sum(count {(e)-[:LINK]->()}) AS links`,
        { organization },
      ),
    ),
  )
  const [first, ...others] = counts.map((rows) => JSON.stringify(rows))
  if (others.some((other) => other !== first)) throw new Error(`The two sides differ: ${[first, ...others].join(' ')}`)
}
