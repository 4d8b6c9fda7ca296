import { expect } from 'chai'
import { tenantLabel } from '../../cypher/connect.ts'
import { findRequirementsOfPairs } from '../../cypher/exceptions/facts.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import { reconcileSome } from '../../projector/exceptions/reconcile-some.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { profile } from '../support/graph/plan.ts'
import { useMaterials } from '../support/graph/use-materials.ts'
import { watchedGraph } from '../support/graph/watched-graph.ts'
import { at, events, position } from '../support/materials/reconcile-scenario.ts'
import { drain, NO_GROUP } from '../support/materials/reconciled.ts'

const OTHERS = 3000

describe('the cost of one position event', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  /** Adds positions and exceptions of the same material at other factories, and of other materials at the factory. */
  async function crowd(organization: string): Promise<void> {
    await graph.execute(
      `MATCH (p:OpenPosition {tenantKey: $organization}) WHERE p.factoryRef = 'code:*:facility_id:FA-1'
       WITH p ORDER BY p.id LIMIT 1
       UNWIND range(1, $others) AS n
       CREATE (o:Position:OpenPosition:${tenantLabel(organization)})
       SET o = p {.*, id: 'other-' + n,
         factoryRef: CASE n % 2 WHEN 0 THEN 'other-' + n ELSE p.factoryRef END,
         factoryKey: CASE n % 2 WHEN 0 THEN 'other-' + n ELSE p.factoryKey END,
         materialRef: CASE n % 2 WHEN 1 THEN 'other-' + n ELSE p.materialRef END,
         materialKey: CASE n % 2 WHEN 1 THEN 'other-' + n ELSE p.materialKey END}
       SET o.factoryId = o.factoryKey, o.materialId = o.materialKey
       CREATE (e:PositionException:${tenantLabel(organization)} {tenantKey: $organization, exceptionId: o.id, doc: '{}',
         materialKey: o.materialKey, factoryKey: o.factoryKey, status: 'open', code: 'SHORTAGE'})`,
      { organization, others: OTHERS },
    )
  }

  /** Makes a style that the factory produces use the material, so that reconciliation needs all of its reads. */
  async function publish(organization: string): Promise<void> {
    const idOf = (type: string, recordId: string) =>
      canonicalId(organization, type, { system: 'plm', instance: 'main', recordId })
    const use = { styleId: idOf('style', 'S-QM-1'), materialId: idOf('material', 'M-MT-1') }
    await useMaterials(graph, organization, [use])
  }

  /** The database hits of all reads, and the rows of all writes, that reconcile one position event. */
  async function costOf(organization: string): Promise<{ hits: number; rows: number; queries: number }> {
    await applyLog(graph, organization, [position('p-1', 3, 'I-1', at('FA-1'), { onHand: '-7', required: '3' }, 'erp')])
    const seen = watchedGraph(graph)
    while ((await reconcileSome(seen.graph, NO_GROUP, organization)) !== null);
    const reads = seen.asked.filter(({ query }) => query.mode === 'READ')
    let hits = 0
    for (const { query, params } of reads) hits += (await profile(query, organization, params)).dbHits
    const written = seen.asked.filter(({ query }) => query.mode === 'WRITE').flatMap(({ params }) => params.rows ?? [])
    expect(reads.map(({ query }) => query.name)).to.include('exceptions/findRequirementsOfPairs')
    return { hits, rows: written.length, queries: seen.asked.length }
  }

  it(`is the same with ${OTHERS} other pairs of its material and its factory, within 2 %`, async () => {
    const [lonely, crowded] = [freshOrganization(), freshOrganization()]
    for (const organization of [lonely, crowded]) {
      await applyLog(graph, organization, events)
      await drain(graph, organization)
      await publish(organization)
    }
    await crowd(crowded)
    const [few, many] = [await costOf(lonely), await costOf(crowded)]
    expect(many.hits / few.hits, `${many.hits} against ${few.hits} hits`).to.be.within(0.98, 1.02)
    expect(few.hits).to.be.greaterThan(50)
    expect({ rows: many.rows, queries: many.queries }).to.deep.equal({ rows: few.rows, queries: few.queries })
    expect(few.rows).to.be.within(1, 12)
  })
})

describe('the search for open production of pairs', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  const [STYLES, FACTORIES] = [400, 20]

  /** A material that all styles use; each factory makes every seventh style, some of which do not use it. */
  async function produce(organization: string): Promise<void> {
    const own = { organization, styles: STYLES, factories: FACTORIES }
    await graph.execute(
      `CREATE (m:Entity:${tenantLabel(organization)} {tenantKey: $organization, id: 'material'})
       WITH m UNWIND range(1, $styles) AS n
       CREATE (:Entity:${tenantLabel(organization)} {tenantKey: $organization, id: 'style-' + n})
         -[:LINK {tenantKey: $organization, id: 'use-' + n, fromId: 'style-' + n, toId: m.id, sortKey: 'USES_MATERIAL/' + n,
         fromSeq: 1, toSeq: 2147483647}]->(m)`,
      own,
    )
    await graph.execute(
      `UNWIND range(1, $factories) AS f UNWIND range(f, $styles + f, 7) AS n
       CREATE (:Requirement:${tenantLabel(organization)} {tenantKey: $organization, id: f + '-' + n, factoryId: 'factory-' + f,
         styleId: 'style-' + n, units: n, doc: '{}', state: '{}'})`,
      own,
    )
  }

  const pairsOf = (count: number) => [
    {
      materialId: 'material',
      pairs: Array.from({ length: count }, (_, at) => ({ id: `${at}`, factoryId: `factory-${at + 1}` })),
    },
  ]

  it('finds the same by the styles of the material and by the production of the factories', async () => {
    const organization = freshOrganization()
    await produce(organization)
    const found = async (few: number) => {
      const rows = await graph.read(findRequirementsOfPairs, organization, { rows: pairsOf(FACTORIES), few, seq: 1 })
      return rows.map(({ id, requirementId, styleId, units }) => ({ id, requirementId, styleId, units })).sort(byBoth)
    }
    const expected = Array.from({ length: FACTORIES }, (_, at) => at + 1).flatMap((f) =>
      Array.from({ length: STYLES }, (_, at) => at + 1)
        .filter((n) => n >= f && (n - f) % 7 === 0)
        .map((n) => ({ id: `${f - 1}`, requirementId: `${f}-${n}`, styleId: `style-${n}`, units: n })),
    )
    expect(await found(STYLES)).to.deep.equal(expected.sort(byBoth))
    expect(await found(0)).to.deep.equal(expected)
  })

  it('reads the styles of a material once, and for each further factory only its production', async () => {
    const organization = freshOrganization()
    await produce(organization)
    const hits = async (count: number) =>
      (await profile(findRequirementsOfPairs, organization, { rows: pairsOf(count), few: 50, seq: 1 })).dbHits
    const [one, all] = [await hits(1), await hits(FACTORIES)]
    expect(one).to.be.above(STYLES)
    const made = Math.ceil((STYLES + 1) / 7)
    expect((all - one) / (FACTORIES - 1), 'hits of a factory').to.be.within(made, 10 * made)
  })
})

type Found = { id: string; requirementId: string }
const byBoth = (a: Found, b: Found) => (`${a.id} ${a.requirementId}` < `${b.id} ${b.requirementId}` ? -1 : 1)
