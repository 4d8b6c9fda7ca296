import { expect } from 'chai'
import { openBrand } from '../../demo/brand.ts'
import { mistakenEvents } from '../../demo/mistakes/mistaken-events.ts'
import { demoOrganizations } from '../../demo/write/write-options.ts'
import { decodeEvent } from '../../domain/events/decode-event.ts'

describe('the deliberate errors of the demo', () => {
  for (const organization of demoOrganizations) {
    it(`are four rejected events of ${organization}, and a DUNS number that two suppliers have`, () => {
      const brand = openBrand({ organization, profile: 'smoke' })
      const decoded = mistakenEvents(brand).map(({ key, value }) =>
        decodeEvent({
          key: Buffer.from(key),
          value: Buffer.from(JSON.stringify(value)),
          headers: {},
          timestamp: Date.now(),
        }),
      )
      const refused = decoded.flatMap((one) => (one.outcome === 'dead' ? [one] : []))
      expect(refused.map(({ reason }) => reason)).to.deep.equal([
        'invalid_data',
        'unknown_type',
        'invalid_data',
        'key_mismatch',
      ])
      expect(refused[0]?.faults?.map(({ path }) => path)).to.deep.equal([['name']])
      const suppliers = decoded.flatMap((one) => (one.outcome === 'event' ? [one.event] : []))
      expect(new Set(suppliers.map(({ record }) => record.recordId)).size).to.equal(2)
      for (const { kind, data } of suppliers) {
        expect(kind).to.equal('supplier')
        expect(JSON.stringify(data)).to.contain('"kind":"duns","value":"150483782"')
      }
      expect(JSON.stringify(mistakenEvents(brand))).to.equal(JSON.stringify(mistakenEvents(brand)))
    })
  }
})
