import { expect } from 'chai'
import { LogDigest } from '../../../cli/log/log-digest.ts'
import { type LogScope, selectionOf } from '../../../cli/log/selection.ts'
import type { RawRecord } from '../../../domain/events/decode-envelope.ts'
import { recordOf, supplierOf } from '../../support/events/source-event.ts'

const KEY = 'quillmere'
const organizations = [
  { key: KEY, allowedSources: ['/pim/quill'] },
  { key: 'norrland', allowedSources: ['/pim/north'] },
  { key: 'quillmere2', allowedSources: null },
]

interface Given {
  key?: string | Buffer | null
  value?: unknown
  headers?: RawRecord['headers']
}

const bytes = (given: unknown) =>
  given === null || Buffer.isBuffer(given)
    ? given
    : Buffer.from(typeof given === 'string' ? given : JSON.stringify(given), 'utf8')

function record({ key = null, value = null, headers = {} }: Given): RawRecord {
  return { key: bytes(key), value: bytes(value), headers }
}

const eventOf = (organization: string, name?: string) => record(recordOf(organization, supplierOf('S-1', 1, name)))

const kept = (kind: 'only' | 'without', given: RawRecord) =>
  selectionOf({ kind, organization: KEY } satisfies LogScope, organizations)(given)

/** Records, and whether `--only quillmere` and `--without quillmere` take them. */
const cases: [title: string, given: RawRecord, only: boolean, without: boolean, isUnattributed: boolean][] = [
  ['an event of the organization', eventOf(KEY), true, false, false],
  ['an event of another organization', eventOf('norrland'), false, true, false],
  [
    'an event of another organization that mentions the key',
    eventOf('norrland', 'quillmere mills'),
    false,
    true,
    false,
  ],
  ['an event of an organization whose key begins with this key', eventOf('quillmere2'), false, true, false],
  ['a deletion without a value', record({ key: `${KEY}/style/plm/main/S-1` }), true, false, false],
  ['a deletion of another organization', record({ key: 'norrland/style/plm/main/S-1' }), false, true, false],
  ['a BOM event by its key alone', record({ key: KEY, value: 'not JSON' }), true, false, false],
  [
    'a binary event without a key',
    record({ value: {}, headers: { ce_specversion: Buffer.from('1.0'), ce_tenantid: Buffer.from(KEY) } }),
    true,
    false,
    false,
  ],
  [
    'an event whose key and tenantid name different organizations',
    record({ key: 'norrland/style/plm/main/S-1', value: { tenantid: KEY } }),
    false,
    false,
    false,
  ],
  [
    'an event without an organization, from a source of it',
    record({ value: { source: '/pim/quill' } }),
    false,
    false,
    false,
  ],
  [
    'an event without an organization, from a source of another',
    record({ value: { source: '/pim/north' } }),
    false,
    true,
    false,
  ],
  ['a record without contents', record({}), false, true, true],
  [
    'bytes that name nothing',
    record({ key: Buffer.from([0xff, 0xfe]), value: Buffer.from([0x80, 0]) }),
    false,
    true,
    true,
  ],
  ['a truncated event', record({ value: `{"tenantid":"${KEY}","data":` }), false, false, true],
  ['an event in UTF-16', record({ value: Buffer.from(`{"tenantid":"${KEY}"}`, 'utf16le') }), false, false, true],
  [
    'an event with an escaped key in a wrapper',
    record({ value: '{"payload":{"tenantid":"\\u0071uillmere"}}' }),
    false,
    false,
    true,
  ],
  ['an event with a capitalized key', record({ value: { tenantid: 'Quillmere' } }), false, false, true],
  [
    'an event with the key in a nested attribute',
    record({ value: { payload: { tenantid: KEY } } }),
    false,
    false,
    true,
  ],
  ['a record with the key in a header', record({ headers: { organization: Buffer.from(KEY) } }), false, false, true],
  [
    'a record with the key in a repeated header',
    record({ headers: { a: [null, Buffer.from(KEY)] } }),
    false,
    false,
    true,
  ],
  ['a record with a quoted key', record({ key: `"${KEY}/style"`, value: 'x' }), false, false, true],
  ['a record that mentions a longer word', record({ key: 'k', value: 'quillmere2' }), false, true, true],
  [
    'an event of an organization that is not registered, with the key in its data',
    record({ key: 'laterbrand/style/plm/main/S-1', value: { tenantid: 'laterbrand', data: { name: KEY } } }),
    false,
    true,
    true,
  ],
  [
    'an event of an organization that is not registered, with the key in its envelope',
    record({ key: 'laterbrand/style/plm/main/S-1', value: { tenantid: 'laterbrand', subject: KEY } }),
    false,
    false,
    true,
  ],
]

describe('the selection of a copy', () => {
  for (const [title, given, only, without, isUnattributed] of cases)
    it(`${only ? 'takes' : 'leaves out'} ${title} with --only, and ${without ? 'takes' : 'leaves out'} it with --without`, () => {
      expect(kept('only', given)).to.deep.equal({ isTaken: only, isUnattributed })
      expect(kept('without', given)).to.deep.equal({ isTaken: without, isUnattributed })
    })

  it('takes every record without a scope', () => {
    for (const [, given] of cases) expect(selectionOf({ kind: 'all' }, [])(given).isTaken).to.equal(true)
  })
})

describe('the digest of a partition', () => {
  const base = { timestamp: 1, key: Buffer.from('ab'), value: Buffer.from('c'), headers: { h: Buffer.from('x') } }
  const digestOf = (...records: (typeof base | Parameters<LogDigest['add']>[0])[]) => {
    const digest = new LogDigest()
    for (const one of records) digest.add(one)
    return digest.hex()
  }

  it('differs when anything of a record differs', () => {
    const others = [
      base,
      { ...base, timestamp: 2 },
      { ...base, key: Buffer.from('a'), value: Buffer.from('bc') },
      { ...base, key: null },
      { ...base, key: Buffer.alloc(0) },
      { ...base, value: null },
      { ...base, value: Buffer.alloc(0) },
      { ...base, headers: {} },
      { ...base, headers: { h: null } },
      { ...base, headers: { h: [] } },
      { ...base, headers: { h: Buffer.alloc(0) } },
      { ...base, headers: { h: [Buffer.from('x'), Buffer.from('x')] } },
      { ...base, headers: { h: Buffer.from('x'), i: Buffer.alloc(0) } },
    ]
    expect(new Set(others.map((one) => digestOf(one))).size).to.equal(others.length)
    expect(digestOf(base, others[1] ?? base)).to.not.equal(digestOf(others[1] ?? base, base))
    expect(digestOf(base, base)).to.not.equal(digestOf(base))
  })

  it('can be continued after it was read', () => {
    const digest = new LogDigest()
    digest.add(base)
    expect(digest.hex()).to.equal(digestOf(base))
    digest.add(base)
    expect([digest.hex(), digest.count]).to.deep.equal([digestOf(base, base), 2])
  })
})
