import { expect } from 'chai'
import type { Operation } from '../../../api/core/operation.ts'
import { toolsOf } from '../../../api/mcp/tools/index.ts'
import { projected, rowFieldsOf, selectedFields } from '../../../api/mcp/tools/row-fields.ts'
import { listBomYieldChanges } from '../../../api/operations/bom/list-bom-yield-changes.ts'
import { listBomYields } from '../../../api/operations/bom/list-bom-yields.ts'
import { operations } from '../../../api/operations/index.ts'
import { openBrand } from '../../../demo/brand.ts'
import { expectedChanges } from '../../support/bom/bom-oracle.ts'
import { demoBom } from '../../support/bom/demo-boms.ts'
import { tokensOf } from '../../support/tokens-of.ts'

const MOST_CHARACTERS = 220
/** Limits of tools with longer rows: a change has two sides, and an entity type lists its states and attributes. */
const longer: Readonly<Record<string, number>> = { get_bom_yield_changes: 350, list_entity_types: 500 }
const MOST_TOKENS = 3000

function compact(operation: Operation, data: unknown): unknown {
  const rows = rowFieldsOf(operation)
  if (!rows) throw new Error(`${operation.operationId} has no rows`)
  return projected(data, selectedFields(rows, ['compact'], false))
}

describe('compact rows', () => {
  const organization = 'quillmere'
  const brand = openBrand({ organization, profile: 'smoke', seed: 1 })
  const changes = expectedChanges(organization, demoBom(brand, 1), demoBom(brand, 2)).filter(
    ({ changeType }) => changeType !== 'unchanged',
  )

  for (const { name, operation } of toolsOf(['all'], operations)) {
    const { data } = operation.examples.output as { data: unknown }
    if (!Array.isArray(data) || name === 'create_export') continue
    const most = longer[name] ?? MOST_CHARACTERS
    it(`of ${name} are at most ${most} characters in the contract's example`, () => {
      for (const row of data) {
        const text = JSON.stringify(compact(operation, row))
        expect(text.length, text).to.be.within(20, most)
      }
    })
  }

  it('of changes in the demo have at most this length in the median', () => {
    const lengths = changes.map((change) => JSON.stringify(compact(listBomYieldChanges, change)).length)
    lengths.sort((a, b) => a - b)
    expect(lengths.length).to.be.above(100)
    expect(lengths[Math.floor(lengths.length / 2)]).to.be.at.most(longer.get_bom_yield_changes ?? 0)
  })

  it('of changes and yields contain codes and quantities, and no match keys', () => {
    const side = { material: 'MT-1', grossYield: '1.2', uom: 'MTR', yieldPerUnits: 12 }
    const whole = { ...side, netYield: '1', matchKey: 'k', grossYieldBase: '0.1', baseUom: 'MTR', style: 'S', sku: 'K' }
    const ends = { style: 'S', sku: 'K', placement: 'collar' }
    const change = {
      changeType: 'changed',
      changedFields: ['grossYield'],
      ...ends,
      matchKey: 'k',
      before: whole,
      after: whole,
    }
    const [row] = compact(listBomYieldChanges, [{ ...change, delta: { grossPercent: '1', uom: 'MTR' } }]) as object[]
    const { matchKey: _key, ...shown } = change
    expect(row).to.deep.equal({ ...shown, before: side, after: side, delta: { grossPercent: '1' } })
    const { matchKey: _own, netYield: _net, ...ofYield } = whole
    expect(compact(listBomYields, [{ ...whole, placement: 'collar' }])).to.deep.equal([
      { ...ofYield, placement: 'collar' },
    ])
  })

  it(`of 25 changes cost at most ${MOST_TOKENS.toLocaleString('en')} tokens`, () => {
    for (let first = 0; first + 25 <= changes.length && first < 500; first += 25) {
      const page = {
        data: compact(listBomYieldChanges, changes.slice(first, first + 25)),
        links: { next: null },
        meta: {},
      }
      expect(tokensOf(JSON.stringify(page))).to.be.within(500, MOST_TOKENS)
    }
  })

  it('have less than a fifth of the tokens of whole rows', () => {
    const some = changes.slice(0, 25)
    const [whole, short] = [some, compact(listBomYieldChanges, some)].map((rows) => tokensOf(JSON.stringify(rows)))
    expect((short ?? 0) * 5).to.be.below(whole ?? 0)
  })
})
