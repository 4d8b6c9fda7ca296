import { expect } from 'chai'
import { skuAt, skuCount } from '../../../demo/graph/styles/sku.ts'
import type { ExportJob } from '../../../schemas/exports/exports.ts'
import { parseCsv } from '../../support/api/parse-csv.ts'
import { entityIdOf } from '../../support/docs/demo-questions.ts'
import { countsOf, dayOf } from '../../support/journey/expected-bom.ts'
import { stylesOf } from '../../support/journey/expected-styles.ts'
import { linksOfType, supplyTerms } from '../../support/journey/expected-supply.ts'
import type { DeclareRecipe, JourneyWorld } from '../../support/journey/journey.ts'
import type { RestClient } from '../../support/journey/rest-client.ts'

const linksOf = (type: string) => ({ kind: 'relationships', parameters: { relationshipType: [type] } })

/** Some columns of an export, as it is created and downloaded. */
async function exported(rest: RestClient, given: object, columns: readonly string[]): Promise<string[]> {
  const { data } = await rest.post<{ data: ExportJob }>('/v1/exports', given)
  const [header = [], ...records] = parseCsv(await rest.file(data.links.download))
  const places = columns.map((name) => header.indexOf(name))
  expect(places).not.to.include(-1)
  return records.map((record) => places.map((place) => record[place]).join())
}

const endpointsOf = (world: JourneyWorld, type: Parameters<typeof linksOfType>[1], [one, other]: [string, string]) =>
  linksOfType(world, type).map(({ from, to }) =>
    [entityIdOf(world, from.recordId, one), entityIdOf(world, to.recordId, other)].join(),
  )

const onlyOnce = (values: readonly string[]) =>
  Object.entries(countsOf(values)).flatMap(([value, count]) => (count === 1 ? [value] : []))

export function exportRecipes(recipe: DeclareRecipe): void {
  recipe('Export all yields', async ({ rest, world }) => {
    const records = await exported(rest, { kind: 'bom_yields' }, ['sku', 'line_number', 'gross_yield'])
    const expected = world.rows.map(({ sku, lineNumber, grossYield }) => [sku, lineNumber, grossYield].join())
    expect(records.sort()).to.deep.equal(expected.sort())
  })

  recipe('Export the changes of one style', async ({ rest, world }) => {
    const [{ style = '' } = {}] = world.changes
    const given = { kind: 'bom_yield_changes', parameters: { from: dayOf(world, 1), style } }
    const names = ['match_key', 'change_type', 'gross_yield_before', 'gross_yield_after', 'gross_percent']
    const expected = world.changes.flatMap(({ matchKey, changeType, before, after, delta, ...change }) =>
      change.style === style
        ? [[matchKey, changeType, before?.grossYield, after?.grossYield, delta?.grossPercent].join()]
        : [],
    )
    expect((await exported(rest, given, names)).sort()).to.deep.equal(expected.sort())
  })

  recipe('Export all supply terms', async ({ rest, world }) => {
    const names = ['from_id', 'to_id', 'price_amount', 'price_currency', 'moq', 'lead_time_days', 'is_nominated']
    const records = await exported(rest, linksOf('SUPPLIED_BY'), names)
    expect(records.sort()).to.deep.equal(supplyTerms(world).sort())
  })

  recipe('Find the materials that have one supplier', async ({ rest, world }) => {
    const records = await exported(rest, linksOf('SUPPLIED_BY'), ['from_id'])
    const expected = linksOfType(world, 'SUPPLIED_BY').map(({ from }) => entityIdOf(world, from.recordId, 'material'))
    const single = onlyOnce(expected)
    expect(single).to.have.length.above(0)
    expect(onlyOnce(records)).to.have.members(single)
  })

  recipe('Export which factory produces which style', async ({ rest, world }) => {
    const records = await exported(rest, linksOf('PRODUCED_BY'), ['from_id', 'to_id'])
    expect(records).to.have.members(endpointsOf(world, 'PRODUCED_BY', ['style', 'supplier']))
  })

  recipe('Export all carry-overs', async ({ rest, world }) => {
    const records = await exported(rest, linksOf('CARRIED_OVER_FROM'), ['from_id', 'to_id'])
    expect(records).to.have.length.above(0)
    expect(records).to.have.members(endpointsOf(world, 'CARRIED_OVER_FROM', ['style', 'style']))
  })

  recipe('Export all GTINs', async ({ rest, world }) => {
    const given = { kind: 'external_references', parameters: { type: 'sku' } }
    const records = await exported(rest, given, ['entity_id', 'kind', 'value'])
    const expected = stylesOf(world).flatMap((style) =>
      Array.from({ length: skuCount(style) }, (_, variant) => {
        const { subject, data } = skuAt(world.brand, style, variant)
        return [entityIdOf(world, subject, 'sku'), 'gtin', data.gtin].join()
      }),
    )
    const gtins = records.filter((record) => record.split(',')[1] === 'gtin')
    expect(gtins).to.have.members(expected)
  })
}
