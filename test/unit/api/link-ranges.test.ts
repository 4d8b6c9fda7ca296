import { expect } from 'chai'
import fc from 'fast-check'
import {
  compareLinks,
  type LinkFilters,
  type LinkPosition,
  linkRanges,
} from '../../../api/operations/graph/link-ranges.ts'
import { RelationshipType } from '../../../schemas/graph/link-types.ts'

const nodeId = 'a5a0ab7d-e70a-5115-b601-3582cd489e66'
const directions = ['outgoing', 'incoming'] as const
const type = fc.constantFrom(...RelationshipType.options)
const link: fc.Arbitrary<LinkPosition> = fc.record({
  sortKey: fc.tuple(type, fc.uuid()).map(([kind, id]) => `${kind}/${id}`),
  direction: fc.constantFrom(...directions),
})
const filters: fc.Arbitrary<LinkFilters> = fc.record({
  direction: fc.option(fc.constantFrom(...directions), { nil: undefined }),
  relationshipType: fc.option(fc.uniqueArray(type, { minLength: 1 }), { nil: undefined }),
})

/** The links that the index seeks find, repeated if several seeks find them. */
function seekAmong(links: LinkPosition[], asked: LinkFilters, after?: LinkPosition): LinkPosition[] {
  const seeks = linkRanges(nodeId, asked, after)
  return directions.flatMap((direction) =>
    seeks[direction].flatMap(({ start, end }) =>
      links.filter((one) => one.direction === direction && one.sortKey >= start && one.sortKey < end),
    ),
  )
}

describe('linkSeeks', () => {
  it('finds each link that matches the filters and follows the position once', () => {
    fc.assert(
      fc.property(fc.array(link), filters, fc.option(fc.nat(), { nil: undefined }), (drawn, asked, at) => {
        // A link of a node with itself has both directions.
        const loops = drawn
          .slice(0, 3)
          .flatMap(({ sortKey }) => directions.map((direction) => ({ sortKey, direction })))
        const links = [...new Map([...drawn, ...loops].map((one) => [JSON.stringify(one), one])).values()]
        const after = at === undefined ? undefined : links[at % links.length]
        const expected = links.filter(({ sortKey, direction }) => {
          const [kind] = sortKey.split('/')
          if (asked.direction && direction !== asked.direction) return false
          if (asked.relationshipType && !asked.relationshipType.some((wanted) => wanted === kind)) return false
          const [own, last] = [`${sortKey} ${direction}`, `${after?.sortKey} ${after?.direction}`]
          return !after || own > last
        })
        expect(seekAmong(links, asked, after).sort(compareLinks)).to.deep.equal(expected.sort(compareLinks))
      }),
      { numRuns: 500 },
    )
  })

  it('creates no seek that can never find a link', () => {
    const after = { sortKey: `SUPPLIED_BY/${nodeId}`, direction: 'outgoing' as const }
    const { outgoing, incoming } = linkRanges(nodeId, { relationshipType: ['HAS_SKU', 'USES_MATERIAL'] }, after)
    expect(outgoing).to.deep.equal([{ nodeId, start: 'USES_MATERIAL/', end: 'USES_MATERIAL0' }])
    expect(incoming).to.deep.equal(outgoing)
    expect(linkRanges(nodeId, { direction: 'incoming' }).outgoing).to.deep.equal([])
  })
})
