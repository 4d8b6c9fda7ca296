import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import { listBomSnapshots } from '../../api/operations/bom/list-bom-snapshots.ts'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { listBomYields } from '../../api/operations/bom/list-bom-yields.ts'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { ledgerOf } from '../../demo/bom/ledger/ledger.ts'
import { openBrand } from '../../demo/brand.ts'
import type { BomYieldChange, BomYieldRow } from '../../schemas/bom/yields.ts'
import { call, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { idOf } from '../support/bom/bom-model.ts'
import { expectedChanges, oracleRows } from '../support/bom/bom-oracle.ts'
import { demoBom } from '../support/bom/demo-boms.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'

const PROFILE = 'smoke'

/** A row without materialType and supplierId, which the oracle cannot compute. */
function comparable<R extends BomYieldRow | null>(row: R) {
  if (row === null) return null
  const { materialType, supplierId, ...rest } = row
  return rest
}

const comparableChange = ({ before, after, ...change }: BomYieldChange) => ({
  ...change,
  before: comparable(before),
  after: comparable(after),
})

/** Compares row by row, because Chai needs minutes to compare this many rows. */
function expectEqual(found: readonly unknown[], expected: readonly unknown[], what: string): void {
  const at = found.findIndex((row, index) => !isDeepStrictEqual(row, expected[index]))
  if (at >= 0) expect(found[at], `${what}, row ${at}`).to.deep.equal(expected[at])
  expect(found.length, what).to.equal(expected.length)
}

describe('the demo brand through Kafka, projector and comparison', () => {
  let installation: Installation
  let snapshots: { snapshotId: string; rowCount: number; styleCount: number; skuCount: number }[]
  const open = () => openBrand({ organization: installation.organization, profile: PROFILE })
  before(async () => {
    installation = await openInstallation()
    const { organization } = installation
    await installation.startHere()
    await installation.publish(
      [...bomEvents({ organization, profile: PROFILE }, { withFailure: true, withUnfinished: true })].map(
        ({ value }) => value,
      ),
    )
    await installation.caughtUp()
    const page = await call(listBomSnapshots, {}, contextFor(installation.graph, organization))
    snapshots = page.data.reverse()
  })
  after(() => installation.close())

  const context = () => contextFor(installation.graph, installation.organization)
  const pair = (from: number, to: number) => ({
    fromSnapshotId: snapshots[from - 1]?.snapshotId,
    toSnapshotId: snapshots[to - 1]?.snapshotId,
  })
  const changesOf = (from: number, to: number, filters: object = {}, limits = [1000]) =>
    walk(listBomYieldChanges, { ...pair(from, to), ...filters }, context(), limits)

  it('stores each completed publication with the rows of the generator', async () => {
    const brand = open()
    expect(snapshots.length).to.equal(brand.profile.snapshots)
    for (const [index, { snapshotId, rowCount, styleCount, skuCount }] of snapshots.entries()) {
      const bom = demoBom(brand, index + 1)
      const rows = await walk(listBomYields, { snapshotId }, context(), [1000])
      const expected = oracleRows(installation.organization, bom).map(({ shown }) => comparable(shown))
      expect([rowCount, styleCount, skuCount]).to.deep.equal([
        expected.length,
        bom.length,
        bom.reduce((sum, { skus }) => sum + skus.length, 0),
      ])
      const keyed = new Map(expected.map((row) => [`${row?.styleId} ${row?.matchKey}`, row]))
      // The size index comes from SKU records, of which none were sent.
      expect(rows.filter(({ sizeIndex }) => sizeIndex !== null)).to.have.length(0)
      const found = rows.map(({ snapshotId: _, source, sizeIndex, ...row }) => comparable(row))
      expectEqual(
        found,
        found.map((row) => keyed.get(`${row?.styleId} ${row?.matchKey}`)),
        `snapshot ${index + 1}`,
      )
      expect(found.length).to.equal(expected.length)
    }
  })

  it('filters rows by style, SKU, material, supplier, and mpn, by code and by ID', async () => {
    const brand = open()
    const seq = snapshots.length
    const snapshotId = snapshots[seq - 1]?.snapshotId
    const rows = oracleRows(installation.organization, demoBom(brand, seq)).map(({ shown }) => shown)
    const named = rows.filter(({ mpn, supplier }) => mpn !== null && supplier !== null)
    for (const row of [named[0], named[named.length >> 1], named.at(-1)].flatMap((one) => one ?? [])) {
      for (const [filters, isOf] of [
        [{ style: row.style }, (one) => one.style === row.style],
        [{ style: row.styleId }, (one) => one.styleId === row.styleId],
        [{ sku: row.sku }, (one) => one.sku === row.sku],
        [{ sku: row.skuId }, (one) => one.skuId === row.skuId],
        [{ material: row.material }, (one) => one.material === row.material],
        [{ material: row.materialId }, (one) => one.materialId === row.materialId],
        [{ supplier: row.supplier ?? '' }, (one) => one.supplier === row.supplier],
        [{ supplier: row.supplierCode ?? '' }, (one) => one.supplierCode === row.supplierCode],
        [{ mpn: row.mpn ?? '' }, (one) => one.mpn === row.mpn],
        [
          { mpn: row.mpn ?? '', material: row.material, style: row.style },
          (one) => one.mpn === row.mpn && one.material === row.material && one.style === row.style,
        ],
      ] as [object, (one: BomYieldRow) => boolean][]) {
        const found = await walk(listBomYields, { snapshotId, ...filters }, context(), [300])
        const keys = (rows: readonly BomYieldRow[]) =>
          rows.map(({ styleId, matchKey }) => `${styleId} ${matchKey}`).sort()
        expect(keys(found), JSON.stringify(filters)).to.deep.equal(keys(rows.filter(isOf))).and.not.to.be.empty
      }
    }
  })

  it('compares snapshots with the same result as a brute-force comparison of the generator’s rows', async () => {
    const brand = open()
    const boms = snapshots.map((_, index) => demoBom(brand, index + 1))
    for (const [from, to] of [
      [1, 2],
      [2, 5],
      [1, 5],
      [3, 3],
    ] as const) {
      const expected = expectedChanges(installation.organization, boms[from - 1] ?? [], boms[to - 1] ?? [])
      const all = await changesOf(from, to, { includeUnchanged: true })
      expectEqual(all.map(comparableChange), expected.map(comparableChange), `${from} to ${to}`)
      const changed = expected.filter(({ changeType }) => changeType !== 'unchanged')
      expectEqual(
        (await changesOf(from, to, {}, [7, 100])).map(comparableChange),
        changed.map(comparableChange),
        'changes',
      )
    }
  })

  it('compares each snapshot with the next one as the generator’s ledger of edits does, row for row', async () => {
    const brand = open()
    const lineOf = (
      change: Pick<BomYieldChange, 'changeType' | 'changedFields' | 'yieldDirection'>,
      row: object | null,
    ) => {
      const { styleId, skuId, lineNumber } = row as BomYieldRow
      return JSON.stringify([
        styleId,
        skuId,
        lineNumber,
        change.changeType,
        change.changedFields,
        change.yieldDirection,
      ])
    }
    let rows = 0
    for (let number = 2; number <= snapshots.length; number += 1) {
      const found = (await changesOf(number - 1, number)).map((change) => lineOf(change, change.after ?? change.before))
      const expected = [...ledgerOf(brand, number)].map((change) => {
        const row = change.after ?? change.before
        const styleId = idOf(installation.organization, 'style', row?.styleRecordId ?? '')
        const skuId = idOf(installation.organization, 'sku', row?.skuRecordId ?? '')
        return lineOf(
          { ...change, changedFields: [...change.changedFields] },
          { styleId, skuId, lineNumber: row?.lineNumber },
        )
      })
      expect(found.sort(), `publication ${number}`).to.deep.equal(expected.sort())
      rows += found.length
    }
    expect(rows).to.be.above(50)
  })
})
