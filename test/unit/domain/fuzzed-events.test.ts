import { expect } from 'chai'
import fc from 'fast-check'
import { bomPartition } from '../../../domain/events/bom-partition.ts'
import { ownerOf } from '../../../domain/events/dead-letter-owner.ts'
import { decodeBomEvent, validateBomEvent } from '../../../domain/events/decode-bom-event.ts'
import type { RawRecord } from '../../../domain/events/decode-envelope.ts'
import { decodeEvent, validateEvent } from '../../../domain/events/decode-event.ts'
import {
  type FuzzedRecord,
  fuzzedRecord,
  publicationsWithOddFields,
  recordsWithOddFields,
} from '../../support/events/fuzzed-events.ts'

const ORGANIZATION = 'quillmere'
const PARTITIONS = 12
/** FUZZ_RUNS=600000 takes some minutes. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 2000)
const seed = Number(process.env.FUZZ_SEED ?? 43)

describe('decoding an event with odd fields, names, nesting, bytes or headers', () => {
  const organization = { key: ORGANIZATION, name: 'Quillmere', status: 'active', createdAt: '', allowedSources: null }
  const partition = bomPartition(ORGANIZATION, PARTITIONS)
  const outcomes = new Map<string, number>()

  const decode = ({ topic, key, value, headers }: FuzzedRecord) => {
    const raw: RawRecord = {
      key: key === null ? null : Buffer.from(key),
      value,
      headers,
      timestamp: Date.UTC(2027, 0),
    }
    const decoded = topic === 'bom' ? decodeBomEvent(raw, { partition, partitions: PARTITIONS }) : decodeEvent(raw)
    if (decoded.outcome === 'event') expect(textOf(decoded.event)).not.to.match(BEYOND_FOUR_DIGITS)
    if (decoded.outcome === 'dead') {
      expect(decoded.detail).not.to.equal('')
      expect(decoded.detail.length).to.be.at.most(1500)
      ownerOf(raw as never, [organization] as never)
    }
    return decoded.outcome
  }

  it('never throws for any odd time, number, or name in any field', () => {
    const records = [...recordsWithOddFields(ORGANIZATION), ...publicationsWithOddFields(ORGANIZATION, 0)]
    const found = new Set(records.map(decode))
    expect([...found].sort()).to.deep.equal(['dead', 'event'])
    expect(records.length).to.be.greaterThan(500)
  })

  it('never throws: every random event is accepted, ignored, or rejected with a detail', () => {
    const property = fc.property(fuzzedRecord(ORGANIZATION), (record) => {
      const outcome = decode(record)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    })
    fc.assert(property, { numRuns, seed })
    expect([...outcomes.keys()].sort()).to.deep.equal(['dead', 'event', 'ignored'])
    expect(Math.min(...outcomes.values())).to.be.greaterThan(numRuns / 1000)
  })

  it('never throws for an event in a file of tda feed', () => {
    const property = fc.property(fuzzedRecord(ORGANIZATION), ({ topic, value }) => {
      let event: unknown = null
      try {
        event = JSON.parse(String(value))
      } catch {
        return
      }
      const { outcome } = topic === 'bom' ? validateBomEvent(event) : validateEvent(event, Date.UTC(2027, 0))
      expect(['event', 'dead']).to.include(outcome)
    })
    fc.assert(property, { numRuns, seed: seed + 1 })
  })
})

/** A time with a six-digit year, as JavaScript formats years outside 0 to 9999; responses cannot contain it. */
const BEYOND_FOUR_DIGITS = /"[+-]\d{6}-\d\d-\d\dT[\d:]{8}\.\d{3}Z"/

function textOf(event: object): string {
  return JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
