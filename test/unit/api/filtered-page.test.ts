import { expect } from 'chai'
import fc from 'fast-check'
import { z } from 'zod'
import { filteredPage, merged } from '../../../api/operations/materials/reads/filtered-page.ts'

const list = { operationId: 'list', filters: {}, position: z.tuple([z.string()]) }
const context = {
  sealCursor: (_operation: string, _filters: unknown, [after]: readonly (string | number)[]) => `${after}`,
}

interface Row {
  id: string
  isKept: boolean
}

/** Reads all pages from several indexes, `looked` rows at a time from each. */
function walk(
  indexes: readonly Row[][],
  { limit, looked }: { limit: number; looked: number },
): { rows: Row[]; pages: number } {
  const rows: Row[] = []
  let after: string | null = ''
  let pages = 0
  for (; after !== null; pages += 1) {
    const from: string = after
    const reads = indexes.map((index) => ({
      rows: index.filter(({ id }) => id > from).slice(0, looked),
      limit: looked,
    }))
    const stretch = merged(reads, ({ id }) => id)
    const page = filteredPage(list, context, { ...stretch, limit, idOf: ({ id }) => id, keeps: ({ isKept }) => isKept })
    expect(page.rows.length).to.be.at.most(limit)
    rows.push(...page.rows)
    after = page.links.next
  }
  return { rows, pages }
}

describe('a filter that has no index', () => {
  const index = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 60 })

  it('skips and repeats no row, over several indexes, for any page size', () => {
    fc.assert(
      fc.property(
        fc.array(index, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (numbers, limit, looked) => {
          // No row is in two indexes.
          const seen = new Set<number>()
          const indexes = numbers.map((own) =>
            own
              .filter((n) => !seen.has(n) && seen.add(n))
              .sort((a, b) => a - b)
              .map((n): Row => ({ id: String(n).padStart(3, '0'), isKept: n % 3 === 0 })),
          )
          const expected = indexes
            .flat()
            .filter(({ isKept }) => isKept)
            .sort((a, b) => (a.id < b.id ? -1 : 1))
          const { rows, pages } = walk(indexes, { limit, looked })
          expect(rows).to.deep.equal(expected)
          expect(pages).to.be.at.most(seen.size + 1)
        },
      ),
    )
  })

  it('returns short pages, and no empty one after the last row was read', () => {
    const rows = Array.from({ length: 10 }, (_, n): Row => ({ id: String(n), isKept: n === 9 }))
    expect(walk([rows], { limit: 5, looked: 5 })).to.deep.equal({ rows: rows.slice(9), pages: 3 })
    expect(walk([rows], { limit: 5, looked: 11 })).to.deep.equal({ rows: rows.slice(9), pages: 1 })
    expect(walk([[]], { limit: 5, looked: 5 })).to.deep.equal({ rows: [], pages: 1 })
  })
})
