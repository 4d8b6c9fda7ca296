import { expect } from 'chai'
import { openBrand } from '../../demo/brand.ts'
import { demoCounts } from '../../demo/demo-counts.ts'
import { demoEvents } from '../../demo/demo-events.ts'
import { type DemoEvent, type DemoRecord, eventOf } from '../../demo/event.ts'
import { materialAt } from '../../demo/graph/materials/material.ts'
import { materialLinks } from '../../demo/graph/materials/material-links.ts'
import { skuAt, skuCount } from '../../demo/graph/styles/sku.ts'
import { styleAt } from '../../demo/graph/styles/style.ts'
import { styleLinks } from '../../demo/graph/styles/style-links.ts'
import { styleRecord } from '../../demo/graph/styles/style-record.ts'
import { supplierAt } from '../../demo/graph/suppliers/supplier.ts'
import { supplierLinks } from '../../demo/graph/suppliers/supplier-links.ts'
import { decodeEvent } from '../../domain/events/decode-event.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import { recordTypes } from '../../schemas/records/record-events.ts'

const smoke = { organization: 'quillmere', profile: 'smoke' } as const

const byKey = (events: Iterable<DemoEvent>) => new Map([...events].map((event) => [event.key, event]))

const indexesFrom = (size: number) => Array.from({ length: size }, (_, place) => size - 1 - place)

/** All records in reverse order, each computed from a new brand that has computed nothing else. */
function recordsInReverse(): DemoRecord[] {
  const { styles, materials, suppliers } = openBrand(smoke).profile
  const alone = () => openBrand(smoke)
  const ofStyle = (index: number) => {
    const style = styleAt(alone(), index)
    const skus = indexesFrom(skuCount(style)).map((variant) => skuAt(alone(), styleAt(alone(), index), variant))
    return [...skus, ...styleLinks(alone(), style), styleRecord(alone(), style)]
  }
  return [
    ...indexesFrom(styles).flatMap(ofStyle),
    ...indexesFrom(materials).flatMap((index) => [...materialLinks(alone(), index), materialAt(alone(), index)]),
    ...indexesFrom(suppliers).flatMap((index) => [...supplierLinks(alone(), index), supplierAt(alone(), index)]),
  ]
}

describe('demo events', () => {
  it('are the same when each record is computed alone, in reverse order', () => {
    const brand = openBrand(smoke)
    const reverse = recordsInReverse().map((record) => eventOf(brand, record))
    const forward = byKey(demoEvents(smoke))
    expect(byKey(reverse).size).to.equal(forward.size)
    for (const event of reverse) expect(event).to.deep.equal(forward.get(event.key))
  })

  it('are as many of each kind as the demo announces', () => {
    for (const profile of ['smoke', 'demo'] as const) {
      const counts: Record<string, number> = { supplier: 0, material: 0, style: 0, sku: 0, link: 0 }
      for (const { value } of demoEvents({ ...smoke, profile })) {
        const kind = recordTypes.get(value.type)?.kind
        if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1
      }
      expect(counts).to.deep.equal(demoCounts({ ...smoke, profile }))
    }
  })

  it('are decoded by the projector without missing or unknown fields', () => {
    const { clock } = openBrand(smoke)
    for (const { key, value } of demoEvents(smoke)) {
      const raw = { key: Buffer.from(key), value: Buffer.from(JSON.stringify(value)), headers: {} }
      const decoded = decodeEvent(raw)
      if (decoded.outcome !== 'event') throw new Error(`${value.subject}: ${JSON.stringify(decoded)}`)
      expect(decoded.event.data).to.deep.equal(value.data)
      expect(decoded.event.time).to.equal(value.time)
      expect(Date.parse(value.time)).to.be.at.most(clock)
      expect(value.sourceversion).to.equal(`${Date.parse(value.time)}`)
    }
  })

  it('have unique keys and unique IDs', () => {
    const events = [...demoEvents({ ...smoke, profile: 'demo' })]
    expect(new Set(events.map(({ key }) => key)).size).to.equal(events.length)
    expect(new Set(events.map(({ value }) => value.id)).size).to.equal(events.length)
  })

  it('share no ID with those of another organization, and depend on the seed and the clock', () => {
    const idsOf = (organization: string) =>
      [...demoEvents({ ...smoke, organization })].flatMap(({ key, value }) => {
        const type = recordTypes.get(value.type)?.kind ?? 'link'
        return [
          key,
          value.id,
          canonicalId(organization, type, { system: 'plm', instance: 'main', recordId: value.subject }),
        ]
      })
    const other = new Set(idsOf('pallendro'))
    expect(idsOf('quillmere').filter((id) => other.has(id))).to.deep.equal([])
    const record = supplierAt(openBrand(smoke), 0)
    const same = ['quillmere', 'pallendro'].map((organization) =>
      eventOf(openBrand({ ...smoke, organization }), record),
    )
    expect(new Set(same.map(({ value }) => value.id)).size).to.equal(2)
    const bytesOf = (change: object) => JSON.stringify([...demoEvents({ ...smoke, ...change })])
    expect(bytesOf({ seed: 43 })).not.to.equal(bytesOf({}))
    expect(bytesOf({ clock: Date.UTC(2026, 2, 1) })).not.to.equal(bytesOf({}))
  })

  it('reject a key that no organization can have', () => {
    expect(() => openBrand({ ...smoke, organization: 'Not A Key' })).to.throw('must be 3 to 32')
  })
})
