import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { formats } from '../../../api/exports/formats/index.ts'
import { type Cell, type Row, SharedCells } from '../../../api/exports/formats/row.ts'
import type { ColumnType, ExportColumn } from '../../../schemas/exports/export-columns.ts'
import type { ExportFormat } from '../../../schemas/exports/export-formats.ts'

const types: readonly ColumnType[] = ['text', 'decimal', 'integer', 'boolean', 'time']
const columns: ExportColumn[] = types.flatMap((type) => [1, 2].map((n) => ({ name: `${type}_${n}`, type })))

/** A decimal with at most 10 digits before the point and 16 after it, as the API returns it. */
const decimal = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 26n - 1n), fc.integer({ min: 0, max: 16 }))
  .map(([isNegative, digits, zeros]) => {
    const unscaled = digits - (digits % 10n ** BigInt(zeros))
    return shownDecimal(isNegative ? -unscaled : unscaled)
  })

const cellOf: Record<ColumnType, fc.Arbitrary<Cell>> = {
  text: fc.oneof(
    fc.constantFrom(
      '=1+1',
      '-1.5',
      '0012',
      '',
      'a"b',
      'one\nbreak',
      'two\r\nlines',
      'Größe É 😀',
      '\u2028',
      'x'.repeat(9000),
    ),
    fc.string({ unit: 'grapheme' }),
  ),
  decimal: fc.oneof(decimal, fc.constantFrom('0', '9999999999.9999999999999999', '-9999999999.9999999999999999')),
  integer: fc.oneof(fc.integer(), fc.maxSafeInteger()),
  boolean: fc.boolean(),
  time: fc
    .date({ min: new Date('1900-01-01'), max: new Date('9998-12-31T23:59:59.999Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
}

const row = fc.tuple(...columns.map(({ type }) => fc.option(cellOf[type], { freq: 3 })))

const meanings: Readonly<Record<string, string>> = {
  STRING: '`STRING`',
  DECIMAL: '`DECIMAL(26,16)`',
  TIMESTAMP: '`TIMESTAMP(MILLIS, UTC)`',
}

async function encoded(format: ExportFormat, rows: readonly Row[], rowColumns = columns): Promise<Buffer> {
  async function* parts() {
    for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3)
  }
  const pieces: Buffer[] = []
  const contents = { columns: rowColumns, parts: parts(), hasByteOrderMark: false }
  for await (const piece of formats[format](contents)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Rows in which some cells are shared with the next row. */
function sharing(rows: readonly Cell[][]): Row[] {
  return rows.flatMap((cells) => {
    const shared = new SharedCells(cells.slice(2, 7))
    const made: Row = [...cells.slice(0, 2), shared, ...cells.slice(7)]
    return [made, made]
  })
}

/** The rows of a Parquet file. The library reads decimals as floats, so that they are read as bytes here. */
async function read(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const file = new Uint8Array(bytes).buffer
  const metadata = parquetMetadata(file)
  for (const element of metadata.schema) {
    if (element.converted_type !== 'DECIMAL') continue
    expect(element).to.include({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 11, precision: 26, scale: 16 })
    delete element.converted_type
    delete element.logical_type
  }
  return parquetReadObjects({ file, metadata })
}

/** A value that was read, as the API returns it. */
function shown(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  if (!(value instanceof Uint8Array)) return value
  return shownDecimal(BigInt.asIntN(88, BigInt(`0x${Buffer.from(value).toString('hex')}`)))
}

/** A number of 16 decimals without trailing zeros. */
function shownDecimal(unscaled: bigint): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(17, '0')
  const fraction = digits.slice(-16).replace(/0+$/, '')
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -16)}${fraction && `.${fraction}`}`
}

describe('the JSON Lines of exports', () => {
  it('have a line for each row, an object with the values of its cells and null for an empty one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
        const text = (await encoded('jsonl', sharing(rows))).toString()
        const lines = text.split('\n')
        expect(lines.pop()).to.equal('')
        const expected = rows.flatMap((cells) => {
          const object = Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] === '' ? null : cells[at]]))
          return [object, object]
        })
        expect(lines.map((line) => JSON.parse(line))).to.deep.equal(expected)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the Parquet of exports', () => {
  it('reads back to the values of the cells and null for an empty one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const found = await read(await encoded('parquet', sharing(rows)))
        const expected = rows.flatMap((cells) =>
          [cells, cells].map((same) => same.map((cell) => (cell === '' ? null : cell))),
        )
        expect(found.map((object) => columns.map(({ name }) => shown(object[name])))).to.deep.equal(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('has row groups of 10,000 rows, and smaller ones if texts are long', async () => {
    const numbers = Array.from({ length: 25_001 }, (_, n) => n)
    const groupsOf = async (rows: Row[]) => {
      const file = await encoded('parquet', rows, [{ name: 'text', type: 'text' }])
      const metadata = parquetMetadata(new Uint8Array(file).buffer)
      expect(Number(metadata.num_rows)).to.equal(rows.length)
      expect((await read(file)).map(({ text }) => text)).to.deep.equal(rows.map(([text]) => text))
      return metadata.row_groups.map((group) => Number(group.num_rows))
    }
    const groups = await groupsOf(numbers.map((n) => [`text ${n}`]))
    expect(groups.slice(0, -1).every((rows) => rows >= 10_000 && rows < 10_003)).to.equal(true)
    expect(groups).to.have.length(3)
    const long = 'x'.repeat(1024 * 1024)
    expect(await groupsOf(numbers.slice(0, 40).map((n) => [`${n}${long}`]))).to.have.length(3)
  })

  it('has the types that the reference publishes', async () => {
    const page = readFileSync(new URL('../../../docs/reference/export-files.md', import.meta.url), 'utf8')
    const published = new Map(
      [...page.matchAll(/^\| `(\w+)` \|(?:[^|]*\|){2} `(.+?) \| `/gm)].map(([, type, told]) => [type, told]),
    )
    const { schema } = parquetMetadata(new Uint8Array(await encoded('parquet', [])).buffer)
    for (const [at, { type }] of columns.entries()) {
      const {
        type: physical,
        type_length: length,
        logical_type: logical,
        repetition_type: repetition,
      } = schema[at + 1] ?? {}
      const meaning = meanings[logical?.type ?? '']
      if (logical?.type === 'TIMESTAMP') expect(logical).to.include({ unit: 'MILLIS', isAdjustedToUTC: true })
      if (logical?.type === 'DECIMAL') expect(logical).to.include({ precision: 26, scale: 16 })
      const shownType = `\`${physical}\`${length === undefined ? '' : ` (${length})`}${meaning ? `, ${meaning}` : ''}`
      expect(`\`${published.get(type)}`, type).to.equal(shownType)
      expect(repetition).to.equal('OPTIONAL')
    }
  })

  it('of no rows has all columns', async () => {
    const file = await encoded('parquet', [])
    const { schema, num_rows: rows } = parquetMetadata(new Uint8Array(file).buffer)
    expect([Number(rows), await read(file)]).to.deep.equal([0, []])
    expect(schema.slice(1).map(({ name }) => name)).to.deep.equal(columns.map(({ name }) => name))
  })

  for (const [type, cell] of [
    ['decimal', '10000000000'],
    ['decimal', '0.12345678901234567'],
    ['decimal', '1e5'],
    ['integer', 1.5],
    ['boolean', 'yes'],
    ['time', 'yesterday'],
  ] as const) {
    it(`is not written if it cannot hold the ${type} ${JSON.stringify(cell)} exactly`, async () => {
      const error = await encoded('parquet', [[cell]], [{ name: 'only', type }]).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(Error)
    })
  }
})
