import { expect } from 'chai'
import fc from 'fast-check'
import { changeText } from '../../../api/operations/bom/comparison/change-text.ts'
import { createRowTexts } from '../../../api/operations/bom/reads/row-text.ts'
import type { StyleVersions } from '../../../cypher/bom/read-snapshots.ts'
import { changesOfStyle, type RowChange } from '../../../domain/bom/changes/changes-of-style.ts'
import { createComparison } from '../../../domain/bom/changes/compare-groups.ts'
import { BomYieldChange } from '../../../schemas/bom/yields.ts'
import { storedLine, storedStyle as styleDocument } from '../../../schemas/stored/bom.ts'
import type { TestBom, TestLine, TestStyle, Unit } from '../../support/bom/bom-model.ts'
import { expectedChanges, oracleRows } from '../../support/bom/bom-oracle.ts'
import { storedLines, storedStyle } from '../../support/bom/bom-stored.ts'
import { randomBoms } from '../../support/bom/random-boms.ts'

const organization = 'quillmere'

/** A style in two snapshots as the graph returns it, with lines that are equal in both separately. */
function versionsOf(before: TestStyle | undefined, after: TestStyle | undefined): StyleVersions {
  const docOf = (style?: TestStyle) => (style ? styleDocument.write(storedStyle(organization, style)) : null)
  const linesOf = (style?: TestStyle) =>
    style ? storedLines(organization, style).map((line) => storedLine.write(line)) : []
  const [earlier, later] = [linesOf(before), linesOf(after)]
  return {
    before: docOf(before),
    after: docOf(after),
    linesBefore: earlier.filter((doc) => !later.includes(doc)),
    linesAfter: later.filter((doc) => !earlier.includes(doc)),
    commonLines: earlier.filter((doc) => later.includes(doc)),
  }
}

function publishedChange(change: RowChange): BomYieldChange {
  const shown: unknown = JSON.parse(changeText(change, createRowTexts()))
  const read = BomYieldChange.parse(shown)
  expect(read, 'the change as its schema reads it').to.deep.equal(shown)
  return read
}

const keyOf = (change: BomYieldChange) => `${(change.after ?? change.before)?.styleId} ${change.matchKey}`

/** Shared by all tests, so that errors of its cache are found: the same numbers occur with different units. */
const comparison = createComparison()

function changesBetween(from: TestBom, to: TestBom): BomYieldChange[] {
  const records = new Set([...from, ...to].map(({ record }) => record))
  const named = (bom: TestBom, name: string) => bom.find(({ record }) => record === name)
  const found = [...records].flatMap((name) =>
    changesOfStyle(versionsOf(named(from, name), named(to, name)), comparison),
  )
  return found.map(publishedChange).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const pairOfBoms = fc
  .tuple(fc.integer(), fc.constantFrom(1, 3))
  .map(([seed, steps]) => randomBoms(seed, { publications: steps + 1, edits: 12 }))
  .map((boms) => [boms[0], boms.at(-1)] as [TestBom, TestBom])

describe('the comparison of two BOMs', () => {
  it('equals a naive comparison', () => {
    fc.assert(
      fc.property(pairOfBoms, ([from, to]) => {
        expect(changesBetween(from, to)).to.deep.equal(expectedChanges(organization, from, to))
      }),
      { numRuns: 150 },
    )
  })

  it('contains every row of both sides once', () => {
    fc.assert(
      fc.property(pairOfBoms, ([from, to]) => {
        const changes = changesBetween(from, to)
        const count = (...types: string[]) => changes.filter(({ changeType }) => types.includes(changeType)).length
        expect(count('removed', 'changed', 'unchanged')).to.equal(oracleRows(organization, from).length)
        expect(count('added', 'changed', 'unchanged')).to.equal(oracleRows(organization, to).length)
        expect(new Set(changes.map(keyOf)).size).to.equal(changes.length)
      }),
    )
  })

  it('reverses added, removed, and differences when the BOMs are exchanged', () => {
    const types = { added: 'removed', removed: 'added', changed: 'changed', unchanged: 'unchanged' } as const
    const directions = { increased: 'decreased', decreased: 'increased' } as const
    const negative = (decimal: string | null) =>
      decimal === null || decimal === '0' ? decimal : decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`
    fc.assert(
      fc.property(pairOfBoms, ([from, to]) => {
        const opposite = changesBetween(from, to).map(({ before, after, delta, yieldDirection, ...change }) => {
          const named = before ? { style: before.style, sku: before.sku, placement: before.placement } : {}
          const turned = yieldDirection && yieldDirection in directions
          const direction = turned ? directions[yieldDirection as 'increased'] : yieldDirection
          const amounts = delta && { netYield: negative(delta.netYield), grossYield: negative(delta.grossYield) }
          return {
            ...change,
            ...named,
            changeType: types[change.changeType],
            before: after,
            after: before,
            yieldDirection: direction,
            delta: delta && amounts && { uom: delta.uom, ...amounts },
          }
        })
        const back = changesBetween(to, from).map(({ delta, ...change }) => {
          if (!delta) return { ...change, delta }
          const { grossPercent: _grossPercent, ...amounts } = delta
          return { ...change, delta: amounts }
        })
        expect(back).to.deep.equal(opposite)
      }),
    )
  })

  it('contains no changes for the same BOM', () => {
    fc.assert(
      fc.property(pairOfBoms, ([from]) => {
        for (const { changeType, changedFields, yieldDirection, delta } of changesBetween(
          from,
          structuredClone(from),
        )) {
          expect({ changeType, changedFields, yieldDirection }).to.deep.equal({
            changeType: 'unchanged',
            changedFields: [],
            yieldDirection: 'equal',
          })
          expect([delta?.netYield, delta?.grossYield]).to.deep.equal(['0', '0'])
        }
      }),
    )
  })
})

interface Entered {
  amount: string
  uom: Unit
  perUnits: 1 | 12
  basis: 'on_net' | 'on_gross'
  wastage: string
  baseUom: Unit | null
}

/** The change of a row whose numbers are entered differently before and after. */
function entered(before: Partial<Entered>, after: Partial<Entered>): BomYieldChange {
  const bomOf = (given: Partial<Entered>): TestBom => {
    const whole: Entered = { ...plain, ...given }
    const line: TestLine = {
      ref: 'L-10',
      lineNumber: 10,
      section: null,
      placement: null,
      supplier: null,
      mpn: null,
      material: { record: 'M-1', number: 'M-1', name: null, baseUom: whole.baseUom },
      uom: whole.uom,
      basis: whole.basis,
      perUnits: whole.perUnits,
      stage: 'bulk',
      isPrimary: true,
      rows: [{ sku: 'K-1', amount: whole.amount, wastage: whole.wastage, color: null }],
    }
    const skus = [{ record: 'K-1', code: 'K-1', colorway: null, size: null }]
    return [{ record: 'S-1', number: 'S-1', skus, lines: [line] }]
  }
  const [change] = changesBetween(bomOf(before), bomOf(after))
  if (!change) throw new Error('The row is on both sides')
  return change
}

const plain: Entered = { amount: '1.25', uom: 'MTR', perUnits: 1, basis: 'on_net', wastage: '5', baseUom: 'MTR' }
const outcomeOf = (before: Partial<Entered>, after: Partial<Entered>) => {
  const { changedFields, yieldDirection, delta } = entered(before, after)
  return [changedFields.join(), yieldDirection, delta?.grossYield ?? null, delta?.uom ?? null]
}

describe('yields that were entered again in another unit or basis', () => {
  it('are equal up to exactly half a unit in the last place of the coarser side', () => {
    const scaled = (tenThousandths: bigint) => {
      const digits = tenThousandths.toString().padStart(5, '0')
      return `${digits.slice(0, -4)}.${digits.slice(-4)}`
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom(1n, -1n),
        fc.constantFrom('on_net' as const, 'on_gross' as const),
        (units, decimals, sign, basis) => {
          const amount = decimals === 0 ? `${units}` : (units / 10 ** decimals).toFixed(decimals)
          // One unit in the last decimal of meters is 10^(6 - decimals) ten-thousandths of a centimeter.
          const half = 10n ** BigInt(6 - Math.max(2, decimals)) / 2n
          const exact = BigInt(units) * 10n ** BigInt(6 - decimals)
          const at = exact + sign * half
          fc.pre(at - 1n > 0n)
          const again = (tenThousandths: bigint) =>
            outcomeOf({ amount, basis }, { amount: scaled(tenThousandths), uom: 'CMT', basis }).slice(0, 2)
          expect(again(at)).to.deep.equal(['uom', 'equal'])
          expect(again(at - sign)).to.deep.equal(['uom', 'equal'])
          const beyond = ['netYield,grossYield,uom', sign > 0n ? 'increased' : 'decreased']
          expect(again(at + sign)).to.deep.equal(beyond)
        },
      ),
    )
  })

  it('are compared at the number of decimals that were sent, at least two', () => {
    expect(outcomeOf({ amount: '1.3' }, { amount: '130.5', uom: 'CMT' }).slice(0, 2)).to.deep.equal(['uom', 'equal'])
    expect(outcomeOf({ amount: '1.3' }, { amount: '130.51', uom: 'CMT' })[1]).to.equal('increased')
    expect(outcomeOf({ amount: '1.300' }, { amount: '130.5', uom: 'CMT' })[1]).to.equal('increased')
    expect(outcomeOf({ amount: '1.25' }, { amount: '1.367', uom: 'YRD' }).slice(0, 2)).to.deep.equal(['uom', 'equal'])
    expect(outcomeOf({ amount: '1.2500' }, { amount: '1.367', uom: 'YRD' }).slice(0, 2)).to.deep.equal(['uom', 'equal'])
    expect(outcomeOf({ amount: '1.2500' }, { amount: '1.368', uom: 'YRD' })[1]).to.equal('increased')
  })

  it('can be for a dozen garments', () => {
    expect(outcomeOf({ amount: '15.00', perUnits: 12 }, { amount: '1.25' })).to.deep.equal([
      'yieldPerUnits',
      'equal',
      '0',
      'MTR',
    ])
    const rounded = outcomeOf({ amount: '15.5', perUnits: 12 }, { amount: '1.29' })
    expect(rounded).to.deep.equal(['yieldPerUnits', 'equal', '-0.00175', 'MTR'])
    const other = outcomeOf({ amount: '15.5', perUnits: 12 }, { amount: '1.2' })
    expect(other).to.deep.equal(['netYield,grossYield,yieldPerUnits', 'decreased', '-0.09625', 'MTR'])
  })

  it('are changed if the number differs in the same unit, or the waste allowance differs', () => {
    expect(outcomeOf({ amount: '1.25' }, { amount: '1.2501' })).to.deep.equal([
      'netYield,grossYield',
      'increased',
      '0.000105',
      'MTR',
    ])
    expect(outcomeOf({ amount: '1.25' }, { amount: '1.250' })).to.deep.equal(['', 'equal', '0', 'MTR'])
    expect(outcomeOf({ wastage: '5' }, { wastage: '5.00' })).to.deep.equal(['', 'equal', '0', 'MTR'])
    const wasted = outcomeOf({}, { amount: '125', uom: 'CMT', wastage: '6' })
    expect(wasted).to.deep.equal(['netYield,wastagePercent,grossYield,uom', 'increased', '0.0125', 'MTR'])
    const basis = outcomeOf({ wastage: '0' }, { wastage: '0', basis: 'on_gross' })
    expect(basis).to.deep.equal(['wastageBasis', 'equal', '0', 'MTR'])
  })
})

describe('the difference of yields', () => {
  const delta = (before: Partial<Entered>, after: Partial<Entered>) => entered(before, after).delta

  it('is for one garment, in the unit of both sides or else in the base unit', () => {
    expect(delta({ amount: '1' }, { amount: '1.5', wastage: '10' })).to.deep.equal({
      netYield: '0.5',
      grossYield: '0.6',
      uom: 'MTR',
      grossPercent: '57.1429',
    })
    expect(delta({ amount: '12', perUnits: 12, uom: 'YRD' }, { amount: '18', perUnits: 12, uom: 'YRD' })).to.deep.equal(
      {
        netYield: '0.5',
        grossYield: '0.525',
        uom: 'YRD',
        grossPercent: '50',
      },
    )
    expect(delta({ amount: '100', uom: 'CMT' }, { amount: '1', uom: 'YRD' })).to.deep.equal({
      netYield: '-0.0856',
      grossYield: '-0.08988',
      uom: 'MTR',
      grossPercent: '-8.56',
    })
  })

  it('is null without an exact decimal, and has no percentage of zero', () => {
    expect(delta({ amount: '10', perUnits: 12 }, { amount: '11', perUnits: 12 })).to.deep.equal({
      netYield: null,
      grossYield: '0.0875',
      uom: 'MTR',
      grossPercent: '10',
    })
    expect(delta({ amount: '0' }, { amount: '1' })?.grossPercent).to.equal(null)
    expect(delta({ amount: '0' }, { amount: '0' })?.grossPercent).to.equal(null)
    expect(delta({ amount: '0.0001' }, { amount: '9999999999', wastage: '0' })?.grossPercent).to.equal(null)
  })

  it('has a percentage that is rounded half away from zero to four places', () => {
    const percent = (before: string, after: string) => delta({ amount: before }, { amount: after })?.grossPercent
    expect(percent('8', '8.0001')).to.equal('0.0013')
    expect(percent('8', '7.9999')).to.equal('-0.0013')
    expect(percent('3', '4')).to.equal('33.3333')
  })

  it('is null for units of different dimensions', () => {
    const change = entered({}, { amount: '0.3', uom: 'KGM' })
    expect([change.yieldDirection, change.delta]).to.deep.equal(['not_comparable', null])
    expect(change.changedFields).to.deep.equal(['netYield', 'grossYield', 'uom'])
    expect(entered({ uom: 'EA' }, { uom: 'PR' }).yieldDirection).to.equal('not_comparable')
  })
})

describe('yields in the base unit of the material', () => {
  const base = (given: Partial<Entered>) => {
    const row = entered(given, given).after
    return [row?.netYieldBase, row?.grossYieldBase, row?.baseUom]
  }

  it('are for one garment, and null without an exact decimal', () => {
    expect(base({ amount: '1.5', uom: 'YRD' })).to.deep.equal(['1.3716', '1.44018', 'MTR'])
    expect(base({ amount: '1.5', uom: 'YRD', baseUom: 'CMT' })).to.deep.equal(['137.16', '144.018', 'CMT'])
    expect(base({ amount: '15', perUnits: 12 })).to.deep.equal(['1.25', '1.3125', 'MTR'])
    expect(base({ amount: '10', perUnits: 12 })).to.deep.equal([null, '0.875', 'MTR'])
    expect(base({ baseUom: 'YRD' })).to.deep.equal([null, null, 'YRD'])
    expect(base({ baseUom: 'KGM' })).to.deep.equal([null, null, 'KGM'])
    expect(base({ baseUom: null })).to.deep.equal([null, null, null])
  })
})
