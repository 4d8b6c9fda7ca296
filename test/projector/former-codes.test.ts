import { expect } from 'chai'
import fc from 'fast-check'
import { applyLog } from '../support/events/apply-log.ts'
import { uuidOf } from '../support/events/model.ts'
import type { SourceEvent } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { readNodes } from '../support/graph/stored-nodes.ts'
import { at, gone, material, position, record } from '../support/materials/reconcile-scenario.ts'
import { drain, exceptionsOf, linesOf } from '../support/materials/reconciled.ts'

const item = (value: string) => ({ system: 'erp', instance: 'main', kind: 'item', value })
/** A version of a material with its number and ERP item codes. */
const named = (record: string, version: number, number: string, ...items: string[]): SourceEvent => ({
  ...material(number, version, items.map(item)),
  recordId: record,
})

/** The users of codes: ERP records that carry them, and a position that names one. */
const users: SourceEvent[] = [
  record('material', 'item_master:I-1', 1, [item('I-1')]),
  record('material', 'item_master:BOTH', 1, [item('I-1'), item('I-3')]),
  position('I-1@FA-1', 1, 'I-1', at('FA-1'), { onHand: '5' }),
]

/** Changes of the code I-1: material A has it, then B, then none, and A is deleted. */
const life: SourceEvent[] = [
  named('A', 1, 'MT-A1', 'I-1'),
  named('A', 2, 'MT-A2', 'I-2'),
  named('C', 1, 'MT-C', 'I-3'),
  named('B', 1, 'MT-B', 'I-1'),
  named('B', 2, 'MT-B', 'I-4'),
  gone('material', 'A', 3),
]

describe('previous codes', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  /** The materials, by record ID, that the position and the ERP records belong to, and the exceptions about that. */
  async function stateOf(organization: string) {
    const names = new Map(['A', 'B', 'C'].map((one) => [uuidOf(organization, 'material', 'plm', 'main', one), one]))
    const own = { tenantKey: organization }
    const [position] = await readNodes(graph, 'OpenPosition', own, ['materialId'])
    const records = await readNodes(graph, 'SourceRecord', own, ['recordId', 'connectedId'])
    const nameOf = (id: unknown) => names.get(String(id)) ?? null
    return {
      position: nameOf(position?.materialId),
      records: records.map(({ recordId, connectedId }) => `${recordId} ${nameOf(connectedId)}`),
      exceptions: linesOf(await exceptionsOf(graph, organization)).filter((line) =>
        /ORPHAN_MATERIAL|AMBIGUOUS/.test(line),
      ),
    }
  }

  const expected = [
    { position: 'A', records: ['BOTH A', 'I-1 A'], exceptions: [] },
    // A has another code now, but the position still belongs to A by the previous one.
    { position: 'A', records: ['BOTH A', 'I-1 A'], exceptions: [] },
    // A material that has a code now takes precedence over those that had it before.
    { position: 'A', records: ['BOTH C', 'I-1 A'], exceptions: [] },
    { position: 'B', records: ['BOTH null', 'I-1 B'], exceptions: ['AMBIGUOUS_MATCH BOTH'] },
    // No material has I-1 now, and two had it before.
    {
      position: null,
      records: ['BOTH C', 'I-1 null'],
      exceptions: ['AMBIGUOUS_MATCH I-1', 'AMBIGUOUS_MATCH I-1 FA-1'],
    },
    // A is deleted, so its previous codes do not count.
    { position: 'B', records: ['BOTH C', 'I-1 B'], exceptions: [] },
  ]

  it('refer to their previous owner while no material has them, and are resolved again when owners change', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, users)
    for (const [step, event] of life.entries()) {
      await applyLog(graph, organization, [event])
      await drain(graph, organization)
      expect(await stateOf(organization), JSON.stringify(event)).to.deep.equal(expected[step])
    }
  })

  it('refer to a deleted material again once it is restored', async () => {
    const organization = freshOrganization()
    const [first, renamed] = life as [SourceEvent, SourceEvent]
    await applyLog(graph, organization, [...users, first, renamed, gone('material', 'A', 3)])
    await drain(graph, organization)
    expect((await stateOf(organization)).exceptions).to.include('ORPHAN_MATERIAL I-1 FA-1')
    await applyLog(graph, organization, [named('A', 4, 'MT-A4')])
    await drain(graph, organization)
    expect(await stateOf(organization)).to.deep.equal({ position: 'A', records: ['BOTH A', 'I-1 A'], exceptions: [] })
  })

  it('resolve the same in any order of arrival, and at any time of reconciliation', async () => {
    const all = [...users, ...life]
    const keyOf = ({ kind, system, recordId }: SourceEvent) => `${kind} ${system} ${recordId}`
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), fc.nat({ max: 9 }), async (order, cut) => {
        // Events of the same record keep their order.
        const queues = new Map([...Map.groupBy(all, keyOf)].map(([key, own]) => [key, [...own]]))
        const log = order.map((event) => queues.get(keyOf(event))?.shift() as SourceEvent)
        const organization = freshOrganization()
        await applyLog(graph, organization, log.slice(0, cut))
        await drain(graph, organization)
        await applyLog(graph, organization, log.slice(cut))
        await drain(graph, organization)
        expect(await stateOf(organization)).to.deep.equal(expected.at(-1))
      }),
      { numRuns: 8 },
    )
  })
})
