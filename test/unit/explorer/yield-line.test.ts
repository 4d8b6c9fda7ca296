import { expect } from 'chai'
import { exampleStep } from '../../../api/operations/bom/examples.ts'
import { yieldLine } from '../../../explorer/src/parts/yield-history/yield-line.ts'
import { plainText } from '../../support/explorer/plain-text.ts'

type Row = NonNullable<(typeof exampleStep)['row']>
const exampleRow = exampleStep.row as Row

/** Steps with these rows, the oldest first in the arguments. */
const stepsOf = (...rows: (Partial<Row> | null)[]) =>
  rows.map((row) => ({ ...exampleStep, row: row && { ...exampleRow, ...row } })).reverse()
const gross = (grossYield: string, grossYieldBase: string | null = grossYield) => ({ grossYield, grossYieldBase })
const lineOf = (...rows: (Partial<Row> | null)[]) => {
  const line = yieldLine(stepsOf(...rows))
  return line && { ...line, latest: plainText(line.latest), range: plainText(line.range), label: plainText(line.label) }
}

describe('the line of a yield over publications', () => {
  it('has a step of the same width for each change, from the lowest to the highest value', () => {
    expect(lineOf(gross('1.5'), gross('1.25'), gross('2.25'))).to.deep.equal({
      path: 'M6 45H108.7V58H211.3V6H314',
      marks: [
        { x: 6, y: 45 },
        { x: 108.7, y: 58 },
        { x: 211.3, y: 6 },
      ],
      latest: '2.25 MTR',
      range: '1.25 MTR to 2.25 MTR',
      label: 'Gross yield in 3 steps: 1.5 MTR, 1.25 MTR, 2.25 MTR',
    })
  })

  it('is in the middle if the yield is always the same, and has a gap where there is no row', () => {
    const line = lineOf(gross('1'), null, gross('1'), null)
    expect(line?.path).to.equal('M6 32H83M160 32H237')
    expect(line).to.include({ latest: 'not in the BOM', range: '1 MTR' })
    expect(line?.label).to.equal('Gross yield in 4 steps: 1 MTR, not in the BOM, 1 MTR, not in the BOM')
  })

  it('uses the own unit if all rows have it, otherwise the base unit, and does not exist without a common one', () => {
    expect(lineOf({ ...gross('12', '1'), yieldPerUnits: 12 })?.latest).to.equal('12 MTR/12')
    const converted = lineOf({ ...gross('120', '1.2'), uom: 'CMT' }, gross('1.4'))
    expect(converted).to.include({ latest: '1.4 MTR', range: '1.2 MTR to 1.4 MTR' })
    expect(lineOf({ ...gross('120', null), uom: 'CMT' }, gross('1.4'))).to.equal(null)
    expect(lineOf({ ...gross('1', '1'), uom: 'KGM', baseUom: 'KGM' }, gross('1.4'))).to.equal(null)
    expect(lineOf(null)).to.equal(null)
  })
})
