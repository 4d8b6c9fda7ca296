import { expect } from 'chai'
import { contentHashOf, sumOfRows } from '../../../domain/bom/content-hash.ts'
import { bomData } from '../../../schemas/records/bom-events.ts'

describe('the content hash of a publication', () => {
  const style = (rows: { sku: string; netYield: string }[]) =>
    bomData.style.parse({
      snapshotId: '01JPQ8Z5T0V6M3C1K9W2R7X4YB',
      style: { recordId: 'S-1', styleNumber: 'QM27-0412' },
      skus: rows.map(({ sku }) => ({ recordId: sku, skuCode: sku })),
      lines: [
        {
          bomLineRef: 'L-10',
          lineNumber: 10,
          section: 'fabric',
          placement: 'front body',
          material: { recordId: 'M-1', materialNumber: 'MT-01022', name: 'Poplin 120' },
          materialColorCode: 'NVY',
          supplier: { recordId: 'V-17', supplierCode: 'SUP-17', name: 'Tessaro Mills' },
          mpn: 'HV-2204',
          uom: 'MTR',
          wastageBasis: 'on_net',
          yieldPerUnits: 1,
          yieldStage: 'bulk',
          isPrimary: true,
          yields: rows.map((row) => ({ ...row, wastagePercent: '5.0' })),
        },
      ],
    })

  it('is that of the examples in the docs', () => {
    const one = style([{ sku: 'QM27-0412-NVY-M', netYield: '1.250' }])
    const two = style([
      { sku: 'QM27-0412-NVY-L', netYield: '1.29' },
      { sku: 'QM27-0412-NVY-M', netYield: '1.25' },
    ])
    expect(contentHashOf(sumOfRows(one))).to.equal(
      'sha256sum:baca2fbb4180780d4b112e16b271990275641caea88404eb2374ce23ea76e42e',
    )
    expect(contentHashOf(sumOfRows(two))).to.equal(
      'sha256sum:eb7bbacb8af9d283c3dcac4d83c17333691e1e30a026c9ba99420f75b68db9b8',
    )
  })
})
