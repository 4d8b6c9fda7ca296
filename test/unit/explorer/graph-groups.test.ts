import type { EntityType } from '@tenant-data/client'
import { expect } from 'chai'
import fc from 'fast-check'
import { countOfType, typeName } from '../../../explorer/src/format/nouns.ts'
import { groupsOf, groupText } from '../../../explorer/src/pages/graph/neighbourhood/groups.ts'
import { neighbourhoodOf } from '../../../explorer/src/pages/graph/neighbourhood/neighbourhood.ts'
import { priceUnit, supplyTermsOf } from '../../../explorer/src/pages/graph/neighbourhood/supply-terms.ts'
import { fold } from '../../../explorer/src/pages/graph/picture/fold.ts'
import { entityTypes, traversed, typedGraphs, typedRow } from '../../support/explorer/typed-graph.ts'

describe('the groups of a neighborhood', () => {
  it('contain every node that the picture does not draw, and only neighbors by one type of relationship', async () => {
    let boxes = 0
    const property = fc.asyncProperty(typedGraphs, fc.constantFrom(1, 2, 3), async (graph, depth) => {
      const root = graph.ends.get('entity-00')
      if (root === undefined) throw new Error('The graph is empty')
      const whole = neighbourhoodOf(root, await traversed(graph, root.id, { depth }))
      const groups = new Map(groupsOf(whole).map((group) => [group.key, group]))
      for (const { parent, type, direction, members, edges } of groups.values()) {
        const [near, far] = direction === 'outgoing' ? (['from', 'to'] as const) : (['to', 'from'] as const)
        expect(edges.every((edge) => edge.type === type && edge[near] === parent.id)).to.equal(true)
        expect(new Set(edges.map((edge) => edge[far]))).to.deep.equal(new Set(members.map(({ id }) => id)))
      }
      const { drawn } = fold(whole, { limit: 1, opened: [] })
      const ids = new Set(drawn.map(({ id }) => id))
      for (const one of drawn) {
        if (one.kind !== 'box') continue
        boxes += 1
        const hidden = groups.get(one.id)?.members.filter(({ id }) => !ids.has(id)) ?? []
        expect(hidden.length).to.be.at.least(one.count)
        expect(one.types).to.include.members([...new Set(hidden.map(({ type }) => type))])
      }
    })
    await fc.assert(property, { numRuns: 300, seed: 8 })
    expect(boxes).to.be.above(15)
  })

  it('have a title with their number, type, and relationship', () => {
    const node = (id: string, type: EntityType) => ({ id, type, label: `Label ${id}`, listed: true, hop: 1 })
    const members = [node('1', 'sku'), node('2', 'sku')]
    const group = { key: '', parent: node('a', 'style'), type: 'HAS_SKU', direction: 'outgoing', edges: [] } as const
    expect(groupText({ ...group, members })).to.equal('2 SKUs of Label a (Has SKU →)')
  })
})

describe('the names of types', () => {
  it('are in the plural for several, and name entities if the types differ', () => {
    expect(countOfType(14, ['sku'], 'more ')).to.equal('14 more SKUs')
    expect(countOfType(1, ['bom_publication'])).to.equal('1 BOM publication')
    expect(countOfType(1200, ['style', 'supplier'])).to.equal('1\u202f200 entities')
    expect(countOfType(2, ['new_type' as EntityType])).to.equal('2 entities')
    expect(entityTypes.map(typeName)).to.have.members(['style', 'SKU', 'material', 'supplier', 'BOM publication'])
  })
})

describe('the terms of a supplier', () => {
  const ends = new Map(entityTypes.map((type) => [type, { id: type, type, label: type, listed: true }]))
  const rowOf = (type: 'SUPPLIED_BY' | 'USES_MATERIAL' | 'HAS_SKU', properties: object) => ({
    ...typedRow({ ends, edges: [] }, { id: 'e', type, from: 'material', to: 'supplier' }, 'material'),
    properties: properties as never,
  })
  const price = { amount: '4.10', currency: 'EUR' }

  it('are the article number and the price of a supplier, or the article number of a BOM line', () => {
    const all = { mpn: 'A-1', price, priceUom: 'MTR' }
    expect(supplyTermsOf(rowOf('SUPPLIED_BY', all))).to.deep.equal(all)
    expect(supplyTermsOf(rowOf('SUPPLIED_BY', { mpn: null, price }))).to.deep.equal({
      ...all,
      mpn: null,
      priceUom: null,
    })
    expect(supplyTermsOf(rowOf('USES_MATERIAL', all))).to.deep.equal({ mpn: 'A-1', price: null, priceUom: null })
    expect(supplyTermsOf(rowOf('HAS_SKU', all))).to.deep.equal({ mpn: null, price: null, priceUom: null })
  })

  it('have the unit of the price, or the base unit of the material', () => {
    expect(priceUnit({ mpn: null, price, priceUom: 'MTR' }, 'KGM')).to.equal('EUR/MTR')
    expect(priceUnit({ mpn: null, price, priceUom: null }, 'KGM')).to.equal('EUR/KGM')
    expect(priceUnit({ mpn: null, price, priceUom: null })).to.equal('EUR/base unit')
    expect(priceUnit({ mpn: null, price: null, priceUom: 'MTR' })).to.equal(undefined)
  })
})
