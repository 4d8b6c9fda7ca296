import { expect } from 'chai'
import fc from 'fast-check'
import { type Column, nextSorting, sortingOf, type Value } from '../../../explorer/src/table/column.ts'
import { copyText } from '../../../explorer/src/table/copy-text.ts'
import { type GroupLevel, linesOf } from '../../../explorer/src/table/grouping.ts'
import { sortRows } from '../../../explorer/src/table/sort-rows.ts'

const columnOf = (values: Column<Value>['values'], rank?: Column<Value>['rank']): Column<Value> => ({
  name: 'Amount',
  width: '1fr',
  cell: String,
  values,
  ...(rank && { rank }),
})
const column = columnOf((value) => ({ Amount: value, Unit: 'MTR' }))

describe('the order of a table', () => {
  it('changes with each click: ascending, descending, and the order of the API', () => {
    const orders = ['Amount', '-Amount', undefined].map((text) => nextSorting(sortingOf(text), 'Amount'))
    expect(orders).to.deep.equal(['-Amount', undefined, 'Amount'])
    expect(nextSorting(sortingOf('-Other'), 'Amount')).to.equal('Amount')
  })

  it('is that of the exact decimals, with missing values last in both directions', () => {
    const scaled = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat({ max: 12 }))
    fc.assert(
      fc.property(fc.array(fc.option(scaled)), fc.boolean(), (given, isDescending) => {
        const exact = new Map(given.flatMap((one) => (one ? [[textOf(one), one[0] * 10n ** BigInt(12 - one[1])]] : [])))
        const sorted = sortRows(
          given.map((one) => one && textOf(one)),
          column,
          isDescending,
        )
        const amounts = sorted.flatMap((text) => (text === null ? [] : [exact.get(text) ?? 0n]))
        for (const [at, amount] of amounts.entries()) {
          const before = amounts[at - 1] ?? amount
          expect(isDescending ? before >= amount : before <= amount).to.equal(true)
        }
        expect(sorted.slice(amounts.length).every((text) => text === null)).to.equal(true)
        expect(sorted).to.have.lengthOf(given.length)
      }),
    )
  })

  it('is that of decimals that are the same as doubles', () => {
    const [less, more] = ['9007199254740993.1', '9007199254740993.2']
    expect(sortRows([more, less, '-1'], column, false)).to.deep.equal(['-1', less, more])
    expect(sortRows([less, more], column, true)).to.deep.equal([more, less])
  })

  it('has texts after numbers, by the numbers in them, and keeps rows with the same value', () => {
    expect(sortRows(['S-10', 'S-9', '7', 's-9'], column, false)).to.deep.equal(['7', 'S-9', 's-9', 'S-10'])
    const first = columnOf((text) => ({ First: String(text).slice(0, 1) }))
    expect(sortRows(['b1', 'a2', 'a1'], first, false)).to.deep.equal(['a2', 'a1', 'b1'])
    expect(sortRows(['a2', 'b1', 'a1'], first, true)).to.deep.equal(['b1', 'a2', 'a1'])
  })

  it('is by rank where the values have one', () => {
    const ranks = ['critical', 'warning', 'info']
    const severity = columnOf(
      (one) => ({ Severity: one }),
      (one) => ranks.indexOf(String(one)),
    )
    expect(sortRows(['info', 'critical', 'warning'], severity, false)).to.deep.equal(ranks)
  })
})

function textOf([digits, places]: [bigint, number]): string {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const fraction = places === 0 ? '' : `.${text.slice(-places)}`
  return `${digits < 0n ? '-' : ''}${text.slice(0, text.length - places)}${fraction}`
}

describe('copied rows', () => {
  it('are tab-separated with headings, and units in columns of their own', () => {
    const buttons = columnOf(null)
    expect(copyText([column, buttons], ['0.85', null])).to.equal('Amount\tUnit\n0.85\tMTR\n\tMTR\n')
  })

  it('have as many fields in each line as headings, whatever the values contain', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (given) => {
        const lines = copyText([column], given).split('\n')
        expect(lines).to.have.lengthOf(given.length + 2)
        expect(lines.slice(0, -1).every((line) => line.split('\t').length === 2)).to.equal(true)
      }),
    )
  })

  it('are never formulas, and signed numbers stay numbers', () => {
    const texts = ['=1+1', '+A1', '-cmd', '@SUM(A1)', '＝1', '-0.85', '+3', 'a=1', '\t=1']
    const fields = copyText([columnOf((text) => ({ Text: text }))], texts).split('\n')
    expect(fields.slice(1, -1)).to.deep.equal([
      ...["'=1+1", "'+A1", "'-cmd", "'@SUM(A1)", "'＝1", '-0.85', '+3', 'a=1', "'=1"],
    ])
  })
})

describe('the lines of a grouped table', () => {
  const levels: GroupLevel<string>[] = [
    { keyOf: (row) => row.slice(0, 1), line: () => null, isOpen: true },
    { keyOf: (row) => row.slice(1, 2), line: () => null, isOpen: false },
  ]
  const texts = (rows: string[], toggled: string[] = []) =>
    linesOf(rows, levels, new Set(toggled)).map((line) =>
      line.kind === 'row' ? `${line.level} ${line.row}` : `${line.level} ${line.rows.join(' ')} ${line.isOpen}`,
    )

  it('are the groups of the first level, and those of the next one in open groups', () => {
    expect(texts(['Ax1', 'Bx1', 'Ay1', 'Ax2'])).to.deep.equal([
      ...['1 Ax1 Ay1 Ax2 true', '2 Ax1 Ax2 false', '2 Ay1 false'],
      ...['1 Bx1 true', '2 Bx1 false'],
    ])
  })

  it('are also the rows of a group that is opened, and not those of one that is closed', () => {
    const [, inner] = linesOf(['Ax1', 'Ax2'], levels, new Set())
    const [outer] = linesOf(['Ax1', 'Ax2'], levels, new Set())
    const keyOf = (line: typeof inner) => (line?.kind === 'group' ? line.key : '')
    expect(texts(['Ax1', 'Ax2'], [keyOf(inner)])).to.deep.equal([
      ...['1 Ax1 Ax2 true', '2 Ax1 Ax2 true', '3 Ax1', '3 Ax2'],
    ])
    expect(texts(['Ax1', 'Ax2'], [keyOf(outer)])).to.deep.equal(['1 Ax1 Ax2 false'])
  })

  it('have keys of their own, whatever the groups are called', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 2 })), (rows) => {
        const keys = linesOf(rows, levels, new Set()).flatMap((line) => (line.kind === 'group' ? [line.key] : []))
        expect(new Set(keys).size).to.equal(keys.length)
      }),
    )
  })

  it('are the rows without groups', () => {
    expect(linesOf(['a', 'b'], [], new Set())).to.deep.equal([
      { kind: 'row', level: 1, row: 'a' },
      { kind: 'row', level: 1, row: 'b' },
    ])
  })
})
