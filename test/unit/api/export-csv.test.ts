import { expect } from 'chai'
import fc from 'fast-check'
import { createCsvRecord, csvFields, guarded } from '../../../api/exports/formats/csv.ts'
import { type Cell, SharedCells } from '../../../api/exports/formats/row.ts'
import { parseCsv } from '../../support/api/parse-csv.ts'

const hostile = fc.oneof(
  fc.constantFrom('', ',', '"', '""', '\r', '\n', '\r\n', 'a"b', ' x ', '-1.5', '+1', '=1+1', '@a', '\tx', '\0', "'=1"),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      '\t',
      '\r',
      '\n',
      '"',
      ',',
      "'",
      'é',
      '😀',
      '1',
      '.',
    ),
  }),
)
const value = fc.oneof(hostile, fc.constant(null), fc.boolean(), fc.integer())

/** The text of a field as a reader of the file sees it. */
function shown(field: Cell): string {
  if (typeof field !== 'string') return field === null ? '' : String(field)
  const isFormula = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\0'].includes(field[0] ?? '')
  return isFormula && !/^[+-][0-9]+([.][0-9]+)?$/.test(field) ? `'${field}` : field
}

describe('the CSV of exports', () => {
  it('parses back to the values that were written, for any values', () => {
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { maxLength: 8 }), (records) => {
        const text = records.map(createCsvRecord()).join('')
        expect(parseCsv(text)).to.deep.equal(records.map((record) => record.map(shown)))
      }),
      { numRuns: 2000 },
    )
  })

  it('is that of the library for the whole record, also with shared cells', () => {
    fc.assert(
      fc.property(fc.tuple(value, value, value, value), ([a, b, c, d]) => {
        const shared = new SharedCells([b, c])
        const [record, ...others] = [a, d].map(() => [a, shared, d]).map(createCsvRecord())
        expect(record).to.equal(`${csvFields([a, b, c, d])}\r\n`)
        expect(others).to.deep.equal([record])
      }),
      { numRuns: 2000 },
    )
  })

  it('prefixes formulas with a quote, and leaves numbers unchanged', () => {
    for (const text of [
      '=1+1',
      '+A1',
      '-A1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\0=1',
      '\n=1',
      '＝1+1',
      '＋A1',
      '－A1',
      '＠SUM',
      '-',
      '-1.5.2',
      '- 1',
      '-1e5',
      '+-1',
    ])
      expect(guarded(text), JSON.stringify(text)).to.equal(`'${text}`)
    for (const text of ['-1.5', '-0.0525', '+1', '12', '', 'a=1', 'QM27-0412', "'=1", '1-2'])
      expect(guarded(text), JSON.stringify(text)).to.equal(text)
  })

  it('writes null as an empty field, booleans as words, and CRLF after each record', () => {
    const record = createCsvRecord()
    expect(record(['a', null, true, false, 12])).to.equal('a,,true,false,12\r\n')
    expect(record(['a,b', 'c"d', 'e\nf'])).to.equal('"a,b","c""d","e\nf"\r\n')
  })
})
