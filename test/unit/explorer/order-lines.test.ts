import { expect } from 'chai'
import { readOrder, requirementsInput } from '../../../explorer/src/pages/requirements/order-lines.ts'

describe('an order that was typed or pasted', () => {
  const itemsOf = (text: string) => {
    const { items, faults } = readOrder(text)
    expect(faults, text).to.deep.equal([])
    return items.map(({ item }) => item)
  }

  it('has SKUs with their pieces, separated by spaces, tabs, or semicolons', () => {
    const wanted = [
      { sku: 'QM27-0113-YLW-L', pieces: 300 },
      { sku: 'A 1', pieces: 1200 },
    ]
    expect(itemsOf('  QM27-0113-YLW-L   300 ')).to.deep.equal(wanted.slice(0, 1))
    expect(itemsOf('QM27-0113-YLW-L\t300\r\n\r\nA 1\t1,200\n')).to.deep.equal(wanted)
    expect(itemsOf("QM27-0113-YLW-L; 300\nA 1;1'200")).to.deep.equal(wanted)
  })

  it('has styles with a colorway and pieces by size', () => {
    expect(itemsOf('QM-1 M=300 L=200')).to.deep.equal([{ style: 'QM-1', sizes: { M: 300, L: 200 } }])
    expect(itemsOf('QM-1\tYLW\tM:300\tM:5')).to.deep.equal([{ style: 'QM-1', colorway: 'YLW', sizes: { M: 305 } }])
    expect(itemsOf('QM-1;32/34=0')).to.deep.equal([{ style: 'QM-1', sizes: { '32/34': 0 } }])
  })

  it('names each line that is not an item, and keeps the others with their lines', () => {
    const { items, faults } = readOrder(
      'QM-1\n\nQM-1 0\nQM-2 5\nQM-1 1.5\nA B 3\nQM-1 X Y M=1\nQM-1 M=\nQM-1 1234567890',
    )
    expect(items).to.deep.equal([{ line: 4, item: { sku: 'QM-2', pieces: 5 } }])
    expect(faults).to.deep.equal([
      { line: 1, detail: 'has no number of pieces' },
      { line: 3, detail: '0 is not a number of pieces' },
      { line: 5, detail: '1.5 is not a number of pieces' },
      { line: 6, detail: 'has more than a SKU and its pieces. For a style, write sizes as M=300' },
      { line: 7, detail: 'Y is neither a colorway nor a size such as M=300' },
      { line: 8, detail: 'M= has no number of pieces' },
      { line: 9, detail: '1234567890 is not a number of pieces' },
    ])
  })

  it('is sent with the chosen prices and stock', () => {
    const items = [{ sku: 'A', pieces: 1 }]
    expect(requirementsInput(items, {})).to.deep.equal({ items })
    const search = { priceBasis: 'lowest' as const, factory: 'FA-004', snapshotId: '01' }
    const stock = { factory: 'FA-004' }
    expect(requirementsInput(items, search)).to.deep.equal({ items, snapshotId: '01', priceBasis: 'lowest', stock })
    expect(requirementsInput(items, { ...search, withoutStock: true })).to.include({ stock: 'none' })
  })
})
