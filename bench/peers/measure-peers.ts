import { canonicalId } from '../../domain/identity/identity.ts'
import { type Plan, roundsOf } from '../plan.ts'
import { recordsOf, send, untilAllApplied } from '../projector/projector-run.ts'
import { visibleAfterMs } from '../projector/single-event.ts'
import { eventsOf, newOrganization, type Phase, phases, type Size, type SizeName } from '../report/sizes.ts'
import type { Service, World } from '../world.ts'
import { startConnectors } from './connector.ts'
import { logEnds } from './log-ends.ts'
import type { Peer } from './peer.ts'
import { idOf } from './peer-rows.ts'
import { type ShapeName, shapeNames, shapes } from './shapes.ts'
import { standInFor } from './stand-in.ts'

export type PeerSide = 'ours' | ShapeName
/** The seconds for the same records, or the milliseconds until one event can be read. */
export type PeerRound = Record<PeerSide, number>

export interface PeersResult {
  /** What writes the graphs of the peers: Neo4j's Kafka connector, or a stand-in that writes like it. */
  through: 'connector' | 'stand-in'
  loads: { size: SizeName; phase: Phase; records: number; rounds: PeerRound[] }[]
  single: PeerRound[]
}

type Peers = Record<ShapeName, Peer>

/** Compares the projector with sinks that write the same records in other shapes, one after the other in each round. */
export async function measurePeers(
  world: World,
  sizes: readonly Size[],
  { singles, connector, ...plan }: Plan & { singles: number; connector: string | null },
): Promise<PeersResult> {
  const projector = await world.start('projector')
  const peers: Peers =
    connector === null
      ? { comparable: await standInFor(world, 'comparable'), minimal: await standInFor(world, 'minimal') }
      : await startConnectors(world, connector)
  try {
    const loads = sizes.flatMap(({ name: size, records }) =>
      phases.map((phase): PeersResult['loads'][number] => ({ size, phase, records, rounds: [] })),
    )
    plan.onProgress('Peers: warming up.')
    const [small] = sizes
    if (small) await measureSize(world, projector, peers, small, [])
    for (const _ of roundsOf('Peers', plan))
      for (const size of sizes) await measureSize(world, projector, peers, size, loads)
    plan.onProgress('Peers: single events.')
    const organization = await newOrganization(world.graph)
    const single: PeerRound[] = []
    for (let number = 0; number < singles; number += 1)
      single.push(await measureSingle(world, projector, peers, organization, number))
    return { through: connector === null ? 'stand-in' : 'connector', loads, single }
  } finally {
    for (const name of shapeNames) await peers[name].end()
    await projector.stop()
  }
}

async function measureSize(
  world: World,
  projector: Service,
  peers: Peers,
  size: Size,
  loads: readonly PeersResult['loads'][number][],
): Promise<void> {
  const organization = await newOrganization(world.graph)
  for (const phase of phases) {
    const records = recordsOf(world, eventsOf(size, phase, organization))
    const applied = await untilAllApplied(world, records.length)
    const from = await logEnds(world)
    await projector.suspend()
    await send(world, records).finally(projector.resume)
    const begun = performance.now()
    await applied()
    const round = { ours: (performance.now() - begun) / 1000, comparable: 0, minimal: 0 }
    for (const name of shapeNames) round[name] = await peers[name].drain({ from, records: records.length })
    loads.find((load) => load.size === size.name && load.phase === phase)?.rounds.push(round)
  }
}

/**
 * Sends one new supplier to each side, and times it until a reader finds it. In the end, the projector has applied all.
 */
async function measureSingle(
  world: World,
  projector: Service,
  peers: Peers,
  organization: string,
  number: number,
): Promise<PeerRound> {
  const recordOf = (side: PeerSide) => `V-${number}-${side}`
  const measure = (side: PeerSide, find: string, id: string) =>
    visibleAfterMs(world, organization, recordOf(side), { find, id })
  const applied = await untilAllApplied(world, 1 + shapeNames.length)
  const ownId = canonicalId(organization, 'supplier', { system: 'plm', instance: 'main', recordId: recordOf('ours') })
  const ours = await measure(
    'ours',
    'MATCH (e:Listed {tenantKey: $tenantKey, id: $id}) RETURN count(e) AS found',
    ownId,
  )
  const measurePeer = async (name: ShapeName) => {
    const taken = await peers[name].takeNext()
    const milliseconds = await measure(name, shapes[name].find, idOf('supplier', recordOf(name)))
    await taken()
    return milliseconds
  }
  const others = async () => ({ comparable: await measurePeer('comparable'), minimal: await measurePeer('minimal') })
  await projector.suspend()
  const round = { ours, ...(await others().finally(projector.resume)) }
  await applied()
  return round
}
