import { expect } from 'chai'
import { exampleYield } from '../../../api/operations/bom/examples.ts'
import type { BomYield } from '../../../client/src/contract.ts'
import { compareSizes, skuColumns, yieldMatrix } from '../../../explorer/src/pages/yields/yield-matrix.ts'

describe('the order of sizes', () => {
  const inOrder = [
    ['3XS', 'XXS', 'XS', 'XS/S', 'S', 'S/M', 'M', 'L', 'XL', '2XL', 'XXXL', '4XL'],
    ['0', '6.5', '10', '10.25', '10.5', '28', '32x30', '32x34', '32/36', '34', '110'],
    ['2T', '10T', 'EU 8', 'EU 38', 'OS'],
  ].flat()

  it('is the usual one, whatever the initial order', () => {
    const sorted = [...inOrder, null]
    const rotations = sorted.map((_, place) => [...sorted.slice(place), ...sorted.slice(0, place)])
    for (const rotation of [...rotations, sorted.toReversed()]) {
      expect(rotation.toSorted(compareSizes)).to.deep.equal(sorted)
    }
  })

  it('places different names of the same size next to each other, always in the same order', () => {
    expect(['XXL', '2XL', 'XL'].toSorted(compareSizes)).to.deep.equal(['XL', '2XL', 'XXL'])
    expect(['2XL', 'XXL', 'XL'].toSorted(compareSizes)).to.deep.equal(['XL', '2XL', 'XXL'])
    expect(['m', 'S', 'l'].toSorted(compareSizes)).to.deep.equal(['S', 'm', 'l'])
  })
})

describe('the columns of a style', () => {
  const sku = (code: string, colorwayCode: string | null, sizeCode: string | null) => ({
    skuId: `id of ${code}`,
    sku: code,
    colorwayCode,
    sizeCode,
  })
  const shown = (skus: Parameters<typeof skuColumns>[0]) =>
    skuColumns(skus).map((one) => [one.colorwayCode, one.skus.map(({ label }) => label)])

  it('are colorways with their sizes, each SKU once', () => {
    const [small, large] = [sku('A-NVY-S', 'NVY', 'S'), sku('A-NVY-L', 'NVY', 'L')]
    const [black, other] = [sku('A-BLK-M', 'BLK', 'M'), sku('A-OTHER', null, null)]
    expect(shown([other, large, small, black, large, small])).to.deep.equal([
      ['BLK', ['M']],
      ['NVY', ['S', 'L']],
      [null, ['A-OTHER']],
    ])
  })

  it('distinguish SKUs of one size by the part in which their codes differ', () => {
    const waists = ['32-34', '32-30', '30-30', '32-32'].map((code) => sku(`A-NVY-${code}`, 'NVY', code.slice(0, 2)))
    expect(shown(waists)).to.deep.equal([['NVY', ['30', '32 · 30', '32 · 32', '32 · 34']]])
    const unlike = [sku('B2', 'NVY', 'M'), sku('A1', 'NVY', 'M')]
    expect(shown(unlike)).to.deep.equal([['NVY', ['M · A1', 'M · B2']]])
  })
})

describe('the matrix of a style', () => {
  const row = (changes: Partial<BomYield>): BomYield => ({ ...exampleYield, bomLineRef: null, ...changes })

  it('has a cell for every row, including those of repeated lines', () => {
    const rows = ['S', 'M'].flatMap((sizeCode) =>
      [20, 10, 10].map((lineNumber, place) =>
        row({ lineNumber, sizeCode, skuId: sizeCode, matchKey: `${sizeCode} ${place}` }),
      ),
    )
    const { lines } = yieldMatrix(rows)
    expect(lines.map(({ line }) => line.lineNumber)).to.deep.equal([10, 10, 20])
    const cells = lines.map((line) => ['S', 'M'].map((skuId) => line.cells.get(skuId)?.matchKey))
    expect(cells).to.deep.equal([
      ['S 1', 'M 1'],
      ['S 2', 'M 2'],
      ['S 0', 'M 0'],
    ])
    expect(new Set(lines.map(({ key }) => key)).size).to.equal(3)
  })

  it('groups rows by line ID, and separates lines of different materials or styles', () => {
    const [small, medium] = [row({ skuId: 'S' }), row({ skuId: 'M' })]
    const count = (...rows: BomYield[]) => yieldMatrix(rows).lines.length
    expect(count({ ...small, bomLineRef: 'L' }, { ...medium, bomLineRef: 'L', lineNumber: 99 })).to.equal(1)
    expect(count(small, medium)).to.equal(1)
    expect(count(small, { ...medium, materialId: 'other' })).to.equal(2)
    expect(count(small, { ...medium, styleId: 'other' })).to.equal(2)
    expect(count()).to.equal(0)
  })
})
