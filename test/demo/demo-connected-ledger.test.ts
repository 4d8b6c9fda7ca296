import { expect } from 'chai'
import { snapshotRows } from '../../demo/bom/ledger/snapshot-rows.ts'
import { openBrand } from '../../demo/brand.ts'
import { connectedEvents } from '../../demo/connected/connected-events.ts'
import { exceptionLedger } from '../../demo/connected/ledger.ts'
import { demoEvents } from '../../demo/demo-events.ts'
import { fixingEvents } from '../support/materials/connected-fixes.ts'
import { type Exception, expectedExceptions } from '../support/materials/connected-oracle.ts'

const lineOf = ({ code, material, factory, measure, severity }: Exception) =>
  JSON.stringify([code, material, factory, measure, severity])

const linesOf = (exceptions: readonly Exception[]) => exceptions.map(lineOf).sort()

/** The share of positions that have an exception, by its code. */
const rates: Record<string, number> = {
  MISSING_IN_ERP: 0.008,
  MISSING_IN_PLM: 0.006,
  QUANTITY_MISMATCH: 0.02,
  UOM_MISMATCH: 0.004,
  UOM_INCOMPATIBLE: 0.001,
  NEGATIVE_ON_HAND: 0.002,
  ORPHAN_FACTORY: 0.001,
  SUPPLIER_MISMATCH: 0.005,
  MPN_MISMATCH: 0.005,
  STATUS_CONFLICT: 0.003,
  DUPLICATE_SOURCE_RECORD: 0.002,
}
const few = [
  ...['SHORTAGE', 'OVER_ALLOCATED', 'EXCESS_LIABILITY', 'FUTURE_TIMESTAMP', 'FACTORY_NOT_ALLOCATED'],
  ...['ORPHAN_MATERIAL', 'REQUIREMENT_MISMATCH', 'AMBIGUOUS_MATCH'],
]

describe('the ledger of exceptions', () => {
  for (const [profile, organization] of [
    ['smoke', 'quillmere'],
    ['smoke', 'pallendro'],
    ['demo', 'quillmere'],
    ['demo', 'pallendro'],
  ] as const) {
    const options = { organization, profile }
    const brand = openBrand(options)
    const rows = () => [...snapshotRows(brand, brand.profile.snapshots)]
    const events = () => [...demoEvents(options), ...connectedEvents(options)]

    it(`equals a brute-force evaluation of ${organization}, ${profile}, and is empty after all fixing events`, () => {
      const found = expectedExceptions(events(), rows(), brand.clock + 60_000)
      expect(linesOf(found)).to.deep.equal(linesOf(exceptionLedger(brand)))
      const fixed = [...events(), ...fixingEvents(brand)]
      expect(linesOf(expectedExceptions(fixed, rows(), brand.clock + 60_000))).to.deep.equal([])
    })

    it(`has each exception code at its rate in ${organization}, ${profile}`, () => {
      const ledger = exceptionLedger(brand)
      expect(new Set(ledger.map(lineOf)).size).to.equal(ledger.length)
      const positions = [...connectedEvents(options)].filter(({ value }) => value.type.includes('position')).length
      const counts = new Map([...Map.groupBy(ledger, ({ code }) => code)].map(([code, { length }]) => [code, length]))
      expect([...counts.keys()].sort()).to.deep.equal([...Object.keys(rates), ...few].sort())
      // Every material that only the ERP knows (ORPHAN_MATERIAL) is also MISSING_IN_PLM.
      const orphans = Math.ceil((counts.get('ORPHAN_MATERIAL') ?? 0) / 2)
      for (const [code, rate] of Object.entries(rates)) {
        const extra = code === 'MISSING_IN_PLM' ? orphans : 0
        expect(counts.get(code as 'UOM_MISMATCH'), code).to.be.closeTo(Math.max(1, positions * rate) + extra, 1)
      }
      for (const code of few) expect(counts.get(code as 'SHORTAGE'), code).to.be.within(2, 8)
    })
  }

  it('has quantity mismatches of high and medium severity, and orphan materials of several systems', () => {
    const ledger = exceptionLedger(openBrand({ organization: 'quillmere', profile: 'smoke' }))
    const withCode = (code: string) => ledger.filter((row) => row.code === code)
    expect(new Set(withCode('QUANTITY_MISMATCH').map(({ severity }) => severity))).to.have.keys(['high', 'medium'])
    const orphans = withCode('ORPHAN_MATERIAL').map(({ material }) => material)
    const missing = withCode('MISSING_IN_PLM').map(({ material }) => material)
    expect(orphans.filter((material) => missing.includes(material)).length).to.be.within(1, orphans.length - 1)
  })
})
