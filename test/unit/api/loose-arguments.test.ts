import { expect } from 'chai'
import { z } from 'zod'
import { looseArguments } from '../../../api/mcp/loose-arguments.ts'
import { toolsOf } from '../../../api/mcp/tools/index.ts'
import { operations } from '../../../api/operations/index.ts'
import { checkValue } from '../../../schemas/checking/check-value.ts'
import { Limit, text } from '../../../schemas/common.ts'

const Input = z.strictObject({
  id: z.string().min(1),
  note: text(10, 1).optional(),
  limit: Limit,
  isWhole: z.boolean().optional(),
  kinds: z
    .array(z.enum(['a', 'b']))
    .min(1)
    .optional(),
  counts: z.array(z.int()).optional(),
  pairs: z.array(z.strictObject({ code: z.string(), size: z.int().optional() })).optional(),
  items: z
    .array(
      z.union([
        z.strictObject({ sku: z.string(), pieces: z.int() }),
        z.strictObject({ style: z.string(), color: z.string().optional(), pieces: z.int() }),
      ]),
    )
    .optional(),
})
const read = (given: Record<string, unknown>) => looseArguments(Input, given)

describe('arguments as models write them', () => {
  it('are dropped if they are optional and null or empty', () => {
    expect(read({ id: 'x', note: null, limit: '', isWhole: null, kinds: '', pairs: null })).to.deep.equal({ id: 'x' })
    expect(read({ pairs: [{ code: 'x', size: null }] })).to.deep.equal({ pairs: [{ code: 'x' }] })
  })

  it('are kept if they are required, so that validation names them', () => {
    for (const id of [null, '']) {
      const checked = checkValue(Input, read({ id }))
      expect(checked.success ? [] : checked.faults.map(({ path }) => path)).to.deep.equal([['id']])
    }
    expect(read({ pairs: [{ code: null }] })).to.deep.equal({ pairs: [{ code: null }] })
  })

  it('are converted from text to a number or boolean if the schema requires one', () => {
    for (const [value, number] of [
      ['25', 25],
      ['25.0', 25],
      ['-1', -1],
      ['2.5', 2.5],
    ] as const) {
      expect(read({ limit: value })).to.deep.equal({ limit: number })
    }
    expect(read({ isWhole: 'true' })).to.deep.equal({ isWhole: true })
    expect(read({ isWhole: 'False' })).to.deep.equal({ isWhole: false })
    for (const value of ['many', '1e3', '0x10', ' 1', '1,5'])
      expect(read({ limit: value })).to.deep.equal({ limit: value })
    for (const value of ['yes', '1']) expect(read({ isWhole: value })).to.deep.equal({ isWhole: value })
    // Text stays text if the schema requires text.
    expect(read({ note: '25', id: 'true' })).to.deep.equal({ note: '25', id: 'true' })
  })

  it('are wrapped in a list if the schema requires one', () => {
    expect(read({ kinds: 'a', counts: '7' })).to.deep.equal({ kinds: ['a'], counts: [7] })
    expect(read({ counts: ['7', 8] })).to.deep.equal({ counts: [7, 8] })
    expect(read({ kinds: 7, pairs: 'x' })).to.deep.equal({ kinds: 7, pairs: ['x'] })
  })

  it('are converted by the only form of a union that has all of their names', () => {
    const items = [
      { sku: 'K', pieces: '3', style: null, color: '' },
      { style: 'S', color: null, pieces: '4' },
    ]
    expect(read({ items })).to.deep.equal({
      items: [
        { sku: 'K', pieces: 3 },
        { style: 'S', pieces: 4 },
      ],
    })
    const unknown = [{ sku: 'K', color: 'RED', pieces: '3' }, 'K']
    expect(read({ items: unknown })).to.deep.equal({ items: unknown })
  })

  it('keep unknown names unchanged', () => {
    const given = JSON.parse('{"__proto__":"x","toString":null,"other":""}')
    expect(Object.entries(read(given))).to.deep.equal(Object.entries(given))
  })

  for (const { name, input, operation } of toolsOf(['all'], operations)) {
    it(`of ${name} can be null or empty if they are optional`, () => {
      const example = operation.examples.input as Record<string, unknown>
      const needed = Object.fromEntries(Object.entries(example).filter(([key]) => !input.shape[key]?.isOptional()))
      for (const nothing of [null, '']) {
        const all = Object.fromEntries(Object.keys(input.shape).map((key) => [key, nothing]))
        expect(looseArguments(input, { ...all, ...needed })).to.deep.equal(needed)
      }
      expect(checkValue(input, looseArguments(input, needed)).success).to.equal(true)
    })
  }
})
