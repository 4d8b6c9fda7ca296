import type { DemoEvent } from '../../demo/event.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import { endOffsets } from '../../kafka/topics/end-offsets.ts'
import { topicTable } from '../../kafka/topics/topics.ts'
import { type Plan, roundsOf } from '../plan.ts'
import { recordsOf, send, untilAllApplied } from '../projector/projector-run.ts'
import { eventsOf, newOrganization, type Phase, phases, type Size, type SizeName } from '../report/sizes.ts'
import { startWorker, type Worker } from '../worker.ts'
import type { Service, World } from '../world.ts'
import { idOf } from './peer-rows.ts'
import type { PeerSink } from './peer-sink.ts'
import { type ShapeName, shapeNames, shapes } from './shapes.ts'

export type PeerSide = 'ours' | ShapeName
/** Seconds for the same records, or milliseconds until one event can be read. */
export type PeerRound = Record<PeerSide, number>

export interface PeersResult {
  loads: { size: SizeName; phase: Phase; records: number; rounds: PeerRound[] }[]
  single: PeerRound[]
}

type Peers = Record<ShapeName, Worker<PeerSink>>

/** Measures the projector beside sinks that write the same records in other shapes, one after the other in each round. */
export async function measurePeers(
  world: World,
  sizes: readonly Size[],
  { singles, ...plan }: Plan & { singles: number },
): Promise<PeersResult> {
  const projector = await world.start('projector')
  const peers = Object.fromEntries(
    shapeNames.map((name) => [name, startWorker<PeerSink>('peers/peer-sink.ts', world.variables)]),
  ) as Peers
  try {
    for (const name of shapeNames) await peers[name].ask('prepare', name)
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
    return { loads, single }
  } finally {
    for (const name of shapeNames) peers[name].end()
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
    const from = await ends(world)
    await projector.suspend()
    await send(world, records).finally(projector.resume)
    const begun = performance.now()
    await applied()
    const round = { ours: (performance.now() - begun) / 1000, comparable: 0, minimal: 0 }
    for (const name of shapeNames)
      round[name] = (await peers[name].ask('drain', { from, records: records.length })).seconds
    loads.find((load) => load.size === size.name && load.phase === phase)?.rounds.push(round)
  }
}

/** One new supplier for each side, from its sending until a reader finds it; the projector has applied all of them at the end. */
async function measureSingle(
  world: World,
  projector: Service,
  peers: Peers,
  organization: string,
  number: number,
): Promise<PeerRound> {
  const tenantKey = organization
  const recordOf = (side: PeerSide) => `V-${number}-${side}`
  const measure = async (side: PeerSide, find: string, id: string) => {
    const records = recordsOf(world, [supplier(organization, recordOf(side))])
    const begun = performance.now()
    await send(world, records)
    for (;;) {
      const [row] = await world.graph.execute(find, { tenantKey, id })
      if (Number(row?.found) > 0) return performance.now() - begun
    }
  }
  const applied = await untilAllApplied(world, 1 + shapeNames.length)
  const ownId = canonicalId(organization, 'supplier', { system: 'plm', instance: 'main', recordId: recordOf('ours') })
  const ours = await measure(
    'ours',
    'MATCH (e:Listed {tenantKey: $tenantKey, id: $id}) RETURN count(e) AS found',
    ownId,
  )
  const of = async (name: ShapeName) => {
    const drained = peers[name].ask('drain', { from: await ends(world), records: 1 })
    const milliseconds = await measure(name, shapes[name].find, idOf('supplier', recordOf(name)))
    await drained
    return milliseconds
  }
  const others = async () => ({ comparable: await of('comparable'), minimal: await of('minimal') })
  await projector.suspend()
  const round = { ours, ...(await others().finally(projector.resume)) }
  await applied()
  return round
}

function supplier(tenantid: string, recordId: string): DemoEvent {
  const data = {
    supplierCode: recordId,
    name: recordId,
    roles: ['factory'],
    lifecycleState: 'approved',
    references: [],
  }
  return {
    topic: 'tenantdata.records.v1',
    key: `${tenantid}/supplier/plm/main/${recordId}`,
    value: {
      specversion: '1.0',
      id: `bench.${recordId}`,
      source: '/plm/main',
      type: 'tenantdata.supplier.upserted.v1',
      subject: recordId,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      tenantid,
      sourceversion: String(Date.now()),
      data,
    },
  } as DemoEvent
}

/** Where each partition of the topic of records ends. */
async function ends({ connection, environment }: World): Promise<Record<number, bigint>> {
  const { name } = topicTable(environment.KAFKA_TOPIC_PREFIX).records
  return Object.fromEntries((await endOffsets(connection, [name])).map(({ partition, high }) => [partition, high]))
}
