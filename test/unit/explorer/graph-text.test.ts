import { expect } from 'chai'
import {
  countRelationships,
  countText,
  optionOf,
} from '../../../explorer/src/pages/graph/entity/relationship-counts.ts'
import { graphSearch, MOST_EXPANSIONS, walkTo } from '../../../explorer/src/pages/graph/graph-search.ts'
import {
  changeText,
  cutText,
  gainText,
  propertyText,
  relationshipCounts,
  relationshipText,
  valueText,
} from '../../../explorer/src/pages/graph/graph-text.ts'
import { rowOf, type TestEdge } from '../../support/explorer/graph-rows.ts'

const id = (digit: number) => `00000000-0000-5000-8000-00000000000${digit}`

describe('the texts of the graph page', () => {
  it('cut a label that does not fit, between user-perceived characters', () => {
    expect(cutText('MT-1 Poplin', 40)).to.equal('MT-1 Poplin')
    expect(cutText('', 5)).to.equal('')
    const long = 'QM27-0147 Hesminen Long Sleeve Tee'
    const cut = cutText(long, 10)
    expect(cut).to.match(/^QM27-0147.*…$/)
    expect(long.startsWith(cut.slice(0, -1))).to.equal(true)
    for (const hostile of ['👩‍👩‍👧'.repeat(30), '\u202e<script>alert(1)</script>'.repeat(9), 'a\u0301'.repeat(60)]) {
      const text = cutText(hostile, 8)
      expect(text.endsWith('…')).to.equal(true)
      const kept = [...new Intl.Segmenter().segment(text.slice(0, -1))].map(({ segment }) => segment)
      const whole = [...new Intl.Segmenter().segment(hostile)].map(({ segment }) => segment)
      expect(kept).to.deep.equal(whole.slice(0, kept.length))
      expect(kept.length).to.be.above(2)
    }
  })

  it('count wide characters twice', () => {
    expect(cutText('丝'.repeat(20), 10).length).to.be.below(cutText('i'.repeat(60), 10).length / 2)
  })

  it('describe a relationship as seen from one end, and what an expansion adds', () => {
    expect([
      relationshipText('USES_MATERIAL', 'outgoing'),
      relationshipText('USES_MATERIAL', 'incoming'),
    ]).to.deep.equal(['Uses material →', '← Uses material'])
    expect(relationshipCounts(['USES_MATERIAL', 'SUPPLIED_BY', 'USES_MATERIAL'])).to.equal(
      'Uses material: 2\nSupplied by: 1',
    )
    expect([
      gainText({ entities: 14, relationships: 20, hasMore: false }),
      gainText({ entities: 1, relationships: 1, hasMore: true }),
      gainText({ entities: 0, relationships: 2, hasMore: false }),
    ]).to.deep.equal(['14 more entities', 'at least 1 more entity', '2 more relationships'])
  })

  it('show the properties of a relationship, with exact decimals and unchanged codes', () => {
    const price = { amount: '4100.10', currency: 'EUR' }
    expect(propertyText({ placement: 'Body', price, moq: null, sizes: [], mpn: '1234.50', isPrimary: true })).to.equal(
      'Placement Body · Price 4\u202f100.10 EUR · MPN 1234.50 · Is primary yes',
    )
    expect([valueText('6109.10', 'hsCode'), valueText('6109.10', 'widthCm')]).to.deep.equal([
      '6109.10',
      '6\u202f109.10',
    ])
  })
})

describe('the text of a change', () => {
  const text = (...changedFields: string[]) => changeText({ op: 'updated', changedFields })

  it('names the fields that an update changed as the page labels them', () => {
    expect(text('lifecycleState', 'attributes.season')).to.equal('Updated: lifecycle state, season')
    expect(text('externalReferences')).to.equal('Updated: external codes')
    expect(text('attributes.hsCode', 'attributes.gtin', 'attributes.widthCm')).to.equal(
      'Updated: HS code, GTIN, width cm',
    )
  })

  it('describes an update without changed fields, a creation, and a deletion', () => {
    expect(text()).to.equal('Received again with the same values')
    expect(changeText({ op: 'created', changedFields: [] })).to.equal('Created')
    expect(changeText({ op: 'deleted', changedFields: [] })).to.equal('Deleted')
  })
})

describe('the counts of relationships', () => {
  const options = [
    { type: 'MADE_FROM', direction: 'outgoing', other: 'material' },
    { type: 'MADE_FROM', direction: 'incoming', other: 'material' },
    { type: 'SUBSTITUTE_FOR', direction: 'outgoing', other: 'material' },
    { type: 'SUPPLIED_BY', direction: 'outgoing', other: 'supplier' },
  ] as const
  const edges: TestEdge[] = [
    { id: '1', type: 'MADE_FROM', from: 'a', to: 'b' },
    { id: '2', type: 'MADE_FROM', from: 'c', to: 'a' },
    { id: '3', type: 'SUBSTITUTE_FOR', from: 'a', to: 'c' },
  ]
  const rows = edges.map((edge) => rowOf(edge, 'a'))

  it('are by type and direction, and complete if the list is', () => {
    const counts = countRelationships(rows, false, options)
    expect(counts.map(({ count, isWhole }) => [count, isWhole])).to.deep.equal([
      [1, true],
      [1, true],
      [1, true],
      [0, true],
    ])
  })

  it('are incomplete for types at or after the end of a cut list', () => {
    const counts = countRelationships(rows, true, options)
    expect(counts.map(({ isWhole }) => isWhole)).to.deep.equal([true, true, false, false])
    expect(counts.map(countText)).to.deep.equal(['1', '1', '1+', '0+'])
    expect(optionOf('MADE_FROM.incoming', options)).to.include({ type: 'MADE_FROM', direction: 'incoming' })
    expect([optionOf('HAS_SKU.incoming', options), optionOf(undefined, options)]).to.deep.equal([null, null])
  })
})

describe('the URL of the graph page', () => {
  it('keeps expansions in order, with repetitions for boxes, and drops invalid ones', () => {
    const expand = [id(2), `${id(1)}.HAS_SKU.outgoing`, `${id(1)}.HAS_SKU.outgoing`, 'no', id(1)]
    expect(graphSearch({ expand }).expand).to.deep.equal(expand.filter((one) => one !== 'no'))
    expect(graphSearch({ expand: Array.from({ length: 50 }, () => id(1)) }).expand).to.have.lengthOf(MOST_EXPANSIONS)
    expect(graphSearch({}).expand).to.deep.equal([])
  })

  it('has a type of ends only at a depth of more than one hop', () => {
    expect(graphSearch({ to: 'supplier' }).to).to.equal(undefined)
    expect(graphSearch({ to: 'supplier', depth: '2' })).to.include({ to: 'supplier', depth: '2' })
    expect(graphSearch({ depth: '9', via: ['USES_MATERIAL', 'x', 'HAS_SKU'] })).to.deep.include({
      depth: undefined,
      via: ['HAS_SKU', 'USES_MATERIAL'],
    })
  })

  it('loses expansions when another entity is opened, and keeps search and depth', () => {
    const search = graphSearch({ entity: id(1).toUpperCase(), q: 'a', depth: '3', expand: [id(2)], relationship: 'x' })
    expect({ ...search, ...walkTo(id(3)) }).to.include({ entity: id(3), q: 'a', depth: '3', relationship: undefined })
    expect({ ...search, ...walkTo(id(3)) }.expand).to.deep.equal([])
    expect(search.entity).to.equal(id(1))
  })

  it('has the entity of a path, and the group that is listed, until another entity is opened', () => {
    const search = graphSearch({ entity: id(1), path: id(2).toUpperCase(), group: `${id(1)}.HAS_SKU.outgoing` })
    expect(search).to.include({ path: id(2), group: `${id(1)}.HAS_SKU.outgoing` })
    expect({ ...search, ...walkTo(id(3)) }).to.include({ path: undefined, group: undefined })
    for (const path of ['no', `${id(2)}.HAS_SKU.outgoing`]) expect(graphSearch({ path }).path).to.equal(undefined)
  })
})
