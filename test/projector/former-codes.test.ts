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
/** A material with a number and items of the ERP; each of its versions has those of the time. */
const named = (record: string, version: number, number: string, ...items: string[]): SourceEvent => ({
  ...material(number, version, items.map(item)),
  recordId: record,
})

/** What uses codes: a record of the ERP that carries one, and a position that names one. */
const users: SourceEvent[] = [
  record('material', 'item_master:I-1', 1, [item('I-1')]),
  record('material', 'item_master:BOTH', 1, [item('I-1'), item('I-3')]),
  position('I-1@FA-1', 1, 'I-1', at('FA-1'), { onHand: '5' }),
]

/** The life of the code I-1: it is one material's, then another's, then has no owner, and its owners are deleted. */
const life: SourceEvent[] = [
  named('A', 1, 'MT-A1', 'I-1'),
  named('A', 2, 'MT-A2', 'I-2'),
  named('C', 1, 'MT-C', 'I-3'),
  named('B', 1, 'MT-B', 'I-1'),
  named('B', 2, 'MT-B', 'I-4'),
  gone('material', 'A', 3),
]

describe('former codes', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  /** To which materials the position and the records belong, by the records of the materials; and what is wrong. */
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
    // A has another code now: the old one still leads there.
    { position: 'A', records: ['BOTH A', 'I-1 A'], exceptions: [] },
    // A current owner of a code comes before former ones.
    { position: 'A', records: ['BOTH C', 'I-1 A'], exceptions: [] },
    { position: 'B', records: ['BOTH null', 'I-1 B'], exceptions: ['AMBIGUOUS_MATCH BOTH'] },
    // It has no owner, and had two.
    {
      position: null,
      records: ['BOTH C', 'I-1 null'],
      exceptions: ['AMBIGUOUS_MATCH I-1', 'AMBIGUOUS_MATCH I-1 FA-1'],
    },
    // What is deleted has no codes, not even former ones.
    { position: 'B', records: ['BOTH C', 'I-1 B'], exceptions: [] },
  ]

  it('lead to their former owner while they have no owner, and are resolved again whenever owners change', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, users)
    for (const [step, event] of life.entries()) {
      await applyLog(graph, organization, [event])
      await drain(graph, organization)
      expect(await stateOf(organization), JSON.stringify(event)).to.deep.equal(expected[step])
    }
  })

  it('lead back when a deleted material comes back', async () => {
    const organization = freshOrganization()
    const [first, renamed] = life as [SourceEvent, SourceEvent]
    await applyLog(graph, organization, [...users, first, renamed, gone('material', 'A', 3)])
    await drain(graph, organization)
    expect((await stateOf(organization)).exceptions).to.include('ORPHAN_MATERIAL I-1 FA-1')
    await applyLog(graph, organization, [named('A', 4, 'MT-A4')])
    await drain(graph, organization)
    expect(await stateOf(organization)).to.deep.equal({ position: 'A', records: ['BOTH A', 'I-1 A'], exceptions: [] })
  })

  it('do not depend on the order in which records arrive, nor on when they are looked at', async () => {
    const all = [...users, ...life]
    const keyOf = ({ kind, system, recordId }: SourceEvent) => `${kind} ${system} ${recordId}`
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), fc.nat({ max: 9 }), async (order, cut) => {
        // The events of one record come in their order.
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
