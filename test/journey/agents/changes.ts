import { expect } from 'chai'
import { publicationAt } from '../../../demo/bom/publication.ts'
import type { BomYieldChangeSummary } from '../../../schemas/bom/yield-change-summary.ts'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import type { ExportJob } from '../../../schemas/exports/exports.ts'
import { linesOf } from '../../support/docs/demo-questions.ts'
import { countsOf, dayOf } from '../../support/journey/expected-bom.ts'
import { causesOf, effectsOf } from '../../support/journey/expected-order.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

export function changeRecipes(recipe: DeclareRecipe): void {
  recipe('Summarize the latest BOM changes', async ({ agent, world }) => {
    const fields = ['counts', 'byStyle', 'byMaterial', 'bySupplier']
    const { data } = await agent.call<{ data: BomYieldChangeSummary }>('summarize_bom_yield_changes', {
      top: 5,
      fields,
    })
    const { lastChanges } = world
    expect(countsOf(data.counts.changeType)).to.deep.equal(countsOf(lastChanges.map((one) => one.changeType)))
    expect(countsOf(data.counts.yieldDirection)).to.deep.equal(countsOf(lastChanges.map((one) => one.yieldDirection)))
    const styles = countsOf(lastChanges.map(({ style }) => style))
    for (const { key, rows } of data.byStyle) expect(rows, key).to.equal(styles[key])
  })

  recipe('Find why a style costs more', async ({ agent, world }) => {
    const [{ style = '' } = {}] = world.changes
    const fields = ['byStyle.costEffect', 'byStyle.unpriced', 'byCause', 'causeCount']
    const given = { style, from: dayOf(world, 1), groupBy: 'cause', top: 20, fields }
    const { data } = await agent.call<{ data: BomYieldChangeSummary }>('summarize_bom_yield_changes', given)
    const own = world.changes.filter((change) => change.style === style)
    const { after, before } = own[0] ?? {}
    const effects = effectsOf({ ...world, changes: own })
    expect(data.byStyle).to.deep.equal([effects.ofStyle((after ?? before)?.styleId ?? '')])
    const { byCause, causeCount } = data
    expect({ byCause, causeCount }).to.deep.equal(causesOf({ ...world, changes: own }, 20))
  })

  recipe('Find where a replaced article was used', async ({ agent, world }) => {
    const isReplaced = ({ changedFields, before }: BomYieldChange) => changedFields.includes('mpn') && before?.mpn
    const mpn = world.changes.find(isReplaced)?.before?.mpn
    const from = dayOf(world, 1)
    const rows = world.changes.filter(({ before, after }) => [before?.mpn, after?.mpn].includes(mpn))
    const summary = await agent.call<{ data: BomYieldChangeSummary }>('summarize_bom_yield_changes', {
      from,
      mpn,
      fields: ['counts', 'byStyle'],
    })
    expect(countsOf(summary.data.counts.changeType)).to.deep.equal(countsOf(rows.map((one) => one.changeType)))
    const fields = ['changeType', 'changedFields', 'before', 'after']
    const given = { from, mpn, changeType: 'changed', limit: 3, fields }
    const { data } = await agent.call<{ data: BomYieldChange[] }>('get_bom_yield_changes', given)
    const changed = rows.filter(({ changeType }) => changeType === 'changed')
    expect(linesOf(data)).to.deep.equal(linesOf(changed.slice(0, 3)))
  })

  recipe('Create a file of all changes since a date', async ({ agent, world }) => {
    const given = { kind: 'bom_yield_changes', parameters: { from: dayOf(world, 1) } }
    const { data } = await agent.call<{ data: ExportJob }>('create_export', given)
    expect(data.parameters.fromSnapshotId).to.equal(publicationAt(world.brand, 1).snapshotId)
    expect(data.links.download).to.match(/^http.*\/download$/)
  })
}
