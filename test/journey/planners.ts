import { expect } from 'chai'
import { styleAt } from '../../demo/graph/styles/style.ts'
import type { MaterialRequirements } from '../../schemas/bom/material-requirements.ts'
import type { BomYieldChangeSummary } from '../../schemas/bom/yield-change-summary.ts'
import type { BomYieldSummary } from '../../schemas/bom/yield-summary.ts'
import type { BomYield, BomYieldChange } from '../../schemas/bom/yields.ts'
import type { Entity, Relationship } from '../../schemas/graph/entities.ts'
import type { PositionException, PositionExceptionSummary } from '../../schemas/materials/exceptions.ts'
import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { linesOf } from '../support/docs/demo-questions.ts'
import {
  busiestSupplier,
  countsOf,
  dayOf,
  grossOfPieces,
  largestOf,
  rankedStyles,
} from '../support/journey/expected-bom.ts'
import { exceptionCounts, pairOfPoplin, positionsAt } from '../support/journey/expected-stock.ts'
import { materialWithSources, nominatedPrice, supplyOf } from '../support/journey/expected-supply.ts'
import type { DeclareRecipe } from '../support/journey/journey.ts'

export function recipesForPlanners(recipe: DeclareRecipe): void {
  recipe('Find the ten largest yield changes', async ({ rest, world }) => {
    const { data } = await rest.get<{ data: BomYieldChangeSummary }>('/v1/bom/yield-changes/summary', {
      top: '10',
    })
    const shown = data.largest.map(({ matchKey, delta }) => `${matchKey} ${delta?.grossPercent}`)
    expect(shown).to.have.length(10).and.to.deep.equal(largestOf(world, 10))
  })

  recipe('List all lines of a style by size', async ({ rest, world }) => {
    const style = world.rows[0]?.style ?? ''
    const lineOf = ({
      lineNumber,
      sku,
      sizeCode,
      grossYield,
      uom,
    }: Omit<BomYield, 'snapshotId' | 'source' | 'sizeIndex'>) => [lineNumber, sku, sizeCode, grossYield, uom].join()
    const found = await rest.all<BomYield>('/v1/bom/yields', { style })
    const expected = world.rows.filter((row) => row.style === style)
    expect(found.map(lineOf).sort()).to.deep.equal(expected.map(lineOf).sort())
  })

  recipe("Rank the styles that use a supplier's materials", async ({ rest, world }) => {
    const supplier = busiestSupplier(world)
    const query = { supplier, groupBy: 'style', top: '100' }
    const { data } = await rest.get<{ data: BomYieldSummary }>('/v1/bom/yields/summary', query)
    const expected = world.rows.filter(({ supplierCode }) => supplierCode === supplier)
    const rowsOfStyles = countsOf(expected.map(({ style }) => style))
    const ranked = Object.entries(rowsOfStyles).sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    expect(data.groups.map(({ keys, rows }) => [keys[0]?.key, rows])).to.deep.equal(ranked.slice(0, 100))
    expect([data.groupCount, data.counts.rows]).to.deep.equal([ranked.length, expected.length])
    expect(ranked).to.have.length.above(1)
    const linesOfStyles = Object.fromEntries(rankedStyles(expected))
    for (const { keys, lines } of data.groups)
      expect(lines, keys[0]?.key ?? '').to.equal(linesOfStyles[keys[0]?.key ?? ''])
  })

  recipe('Compare the prices of a material by supplier', async ({ rest, world }) => {
    const material = materialWithSources(world)
    const { data } = await rest.get<{ data: Entity[] }>('/v1/entities', { type: 'material', q: material.number })
    const links = await rest.all<Relationship>(`/v1/entities/${data[0]?.id}/relationships`, {
      relationshipType: 'SUPPLIED_BY',
    })
    const prices = links.flatMap((link) =>
      link.type === 'SUPPLIED_BY' ? [[link.to.id, link.properties.price, link.properties.isNominated]] : [],
    )
    expect(prices).to.have.deep.members(supplyOf(world, material.record))
  })

  recipe('Find quantity mismatches of poplin', async ({ rest, world }) => {
    const { pairs, pair, stock } = pairOfPoplin(world)
    const found = await rest.all<PositionException>('/v1/material-position-exceptions', { code: 'QUANTITY_MISMATCH' })
    const poplins = found.filter(({ material }) => material?.label?.includes('Poplin'))
    const codesOf = ({ material, factory }: PositionException) => [material?.code, factory?.code]
    expect(poplins.map(codesOf)).to.have.deep.members(pairs)
    const first = poplins.find((one) => codesOf(one).join() === pair.join())
    expect([first?.observed, first?.expected]).to.have.members(stock)
  })

  recipe('List the stock at one factory', async ({ rest, world }) => {
    const [, factory = ''] = pairOfPoplin(world).pair
    const found = await rest.all<MaterialFactoryPosition>('/v1/material-factory-position', { factory })
    const shown = found.map(({ system, source, onHand, uom }) => [system, source.recordId, onHand, uom])
    expect(shown).to.have.deep.members(positionsAt(world, factory))
  })

  recipe('Find lines that use more of a material than before', async ({ rest, world }) => {
    const isMore = ({ yieldDirection }: BomYieldChange) => yieldDirection === 'increased'
    const material = world.changes.find(isMore)?.after?.material ?? ''
    const query = { from: dayOf(world, 1), material, changeType: 'changed' }
    const found = await rest.all<BomYieldChange>('/v1/bom/yield-changes', query)
    const expected = world.changes.filter(({ before, after }) => [before?.material, after?.material].includes(material))
    expect(linesOf(found.filter(isMore))).to.deep.equal(linesOf(expected.filter(isMore)))
  })

  recipe('Get the material consumption of one SKU', async ({ rest, world }) => {
    const sku = world.rows.at(-1)?.sku ?? ''
    const given = { items: [{ sku, pieces: 300 }], stock: 'all' }
    const { data } = await rest.post<{ data: MaterialRequirements }>('/v1/bom/material-requirements', given)
    const materials = Map.groupBy(
      world.rows.filter((row) => row.sku === sku),
      ({ material, baseUom }) => `${material} ${baseUom}`,
    )
    const expected = [...materials].map(([name, rows]) => [name, grossOfPieces(rows, 300)])
    const found = data.materials.map(({ material, uom, gross }) => [`${material} ${uom}`, gross])
    expect(found).to.have.deep.members(expected)
    const costs = data.materials.map(({ material, unitPrice }) => [material, unitPrice])
    expect(costs).to.have.deep.members(
      [...materials.values()].map(([row]) => [row?.material, nominatedPrice(world, row)]),
    )
  })

  recipe('Count open exceptions by code, severity, and factory', async ({ rest, world }) => {
    const { data } = await rest.get<{ data: PositionExceptionSummary }>('/v1/material-position-exceptions/summary')
    const { code, severity } = exceptionCounts(world)
    expect(countsOf(data.counts.code)).to.deep.equal(code)
    expect(countsOf(data.counts.severity)).to.deep.equal(severity)
  })

  recipe('List the styles of a season in development', async ({ rest, world }) => {
    const styles = Array.from({ length: world.brand.profile.styles }, (_, index) => styleAt(world.brand, index))
    const season = styles.find(({ state }) => state === 'development')?.season.code ?? ''
    const query = { type: 'style', season, lifecycleState: 'development' }
    const found = await rest.all<Entity>('/v1/entities', query)
    const expected = styles.filter((style) => style.season.code === season && style.state === 'development')
    const numbers = found.map(({ label }) => label.split(' ')[0])
    expect(numbers).to.have.members(expected.map(({ styleNumber }) => styleNumber))
  })
}
