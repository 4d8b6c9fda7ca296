import { expect } from 'chai'
import fc from 'fast-check'
import { decodeValues, UNDECODABLE } from '../../../api/core/input/decode-values.ts'
import { TextFaults } from '../../../api/core/input/text-faults.ts'
import { createDecoder } from '../../../api/http/rest/decode.ts'
import { MAX_FAULTS } from '../../../schemas/checking/check-value.ts'
import { echo, submit, whoami } from '../../support/graph/probes.ts'

const decodeEcho = createDecoder(echo)
const decodeWhoami = createDecoder(whoami)
const decodeSubmit = createDecoder(submit)

const read = (query: string) => decodeEcho({ params: {}, query })
const inputOf = (query: string) => ({ ...read(query).input })
const faultsOf = (query: string) => [...read(query).faults.values()]

describe('decoding of requests', () => {
  it('accepts integers in canonical form only', () => {
    expect(inputOf('limit=100')).to.deep.equal({ limit: 100 })
    expect(inputOf('limit=0')).to.deep.equal({ limit: 0 })
    expect(inputOf('limit=-7')).to.deep.equal({ limit: -7 })
    const others = [
      '1e2',
      '%205%20',
      '5%20',
      '0x10',
      '%2B5',
      '+5',
      '05',
      '-0',
      '1.0',
      '',
      'NaN',
      'Infinity',
      '９',
      '1_0',
      '1n',
    ]
    for (const text of [...others, '9007199254740993']) {
      expect(read(`limit=${text}`), text).to.deep.equal({ input: { limit: UNDECODABLE }, faults: new Map() })
    }
  })

  it('accepts only true and false as booleans', () => {
    expect(inputOf('flag=true')).to.deep.equal({ flag: true })
    expect(inputOf('flag=false')).to.deep.equal({ flag: false })
    for (const text of ['True', '1', '0', 'yes', '', 'false%20']) {
      expect(read(`flag=${text}`), text).to.deep.equal({ input: { flag: UNDECODABLE }, faults: new Map() })
    }
  })

  it('accepts a repeated name for an array, and reports it as an error elsewhere', () => {
    expect(inputOf('tag=red')).to.deep.equal({ tag: ['red'] })
    expect(inputOf('tag=red&limit=1&tag=blue')).to.deep.equal({ tag: ['red', 'blue'], limit: 1 })
    expect(faultsOf('name=a&name=a')).to.deep.equal([{ in: 'query', name: 'name', detail: 'must not be repeated' }])
  })

  it('stops reading a query or a body at the maximum number of errors', () => {
    const numbers = Array.from({ length: 50 * MAX_FAULTS }, (_, at) => at)
    const query = numbers.map((at) => `a${at}=%ff`).join('&')
    const { input, faults } = read(query)
    expect([faults.size, Object.keys(input ?? {}).length]).to.deep.equal([MAX_FAULTS, MAX_FAULTS])
    expect(read(numbers.map((at) => `%ff${at}`).join('&')).faults.size).to.equal(MAX_FAULTS)
    const members = Object.fromEntries(numbers.map((at) => [`a${at}`, '\ud800']))
    const found = new TextFaults()
    expect(Object.keys(decodeValues(members, found, 'body')).length).to.equal(MAX_FAULTS)
    expect(found.size).to.equal(MAX_FAULTS)
  })

  it('leaves text unchanged, including brackets, dots, and commas, which other parsers interpret', () => {
    expect(inputOf('name[x]=1&name.y=2')).to.deep.equal({ 'name[x]': '1', 'name.y': '2' })
    expect(inputOf('name=a=b')).to.deep.equal({ name: 'a=b' })
    expect(inputOf('name=a+b%2Bc')).to.deep.equal({ name: 'a b+c' })
    expect(inputOf('name')).to.deep.equal({ name: '' })
    expect(inputOf('&&name=1&')).to.deep.equal({ name: '1' })
    expect(inputOf('name=1,2')).to.deep.equal({ name: '1,2' })
  })

  it('keeps unknown names, including those that every object inherits', () => {
    expect(inputOf('organizationId=x')).to.deep.equal({ organizationId: 'x' })
    const { input } = read('__proto__=x&constructor=y&toString=z')
    expect(Object.keys(input ?? {})).to.deep.equal(['__proto__', 'constructor', 'toString'])
  })

  it('finds what is not UTF-8, in names and in values', () => {
    for (const text of ['%', '%f', '%ff', '%zz', '%ED%A0%80', '%C0%80', '%F5%80%80%80']) {
      const fault = { in: 'query', name: 'name', detail: 'is not percent-encoded UTF-8' }
      expect(faultsOf(`name=${text}`), text).to.deep.equal([fault])
    }
    expect(faultsOf('na%ffme=1')).to.deep.equal([
      { in: 'query', name: 'na%ffme', detail: 'is not percent-encoded UTF-8' },
    ])
  })

  it('reports all errors together', () => {
    expect(faultsOf('=x&limit=1&name=%ff&limit=2').map(({ name, detail }) => `${name} ${detail}`)).to.have.members([
      ' has a value without a name',
      'limit must not be repeated',
      'name is not percent-encoded UTF-8',
    ])
  })

  it('returns any text as it was sent', () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed())
    fc.assert(
      fc.property(text, (value) => {
        expect(inputOf(`name=${encodeURIComponent(value)}`)).to.deep.equal({ name: value })
        expect(inputOf(new URLSearchParams({ name: value }).toString())).to.deep.equal({ name: value })
      }),
    )
  })

  it('rejects a path parameter or a body field in the query', () => {
    const { input, faults } = decodeWhoami({ params: { place: 'here' }, query: 'place=there' })
    expect(input).to.include({ place: 'here' })
    expect(whoami.input.safeParse(input).success).to.equal(false)
    expect([...faults.values()]).to.deep.equal([
      { in: 'query', name: 'place', detail: 'is not a parameter of the query' },
    ])
    const posted = decodeSubmit({ params: {}, query: 'name=x', body: { name: 'y' } })
    expect(submit.input.safeParse(posted.input).success).to.equal(false)
    expect([...posted.faults.values()]).to.deep.equal([
      { in: 'query', name: 'name', detail: 'is not a parameter of the query' },
    ])
  })

  it('accepts only objects as bodies, and finds unpaired surrogates in them', () => {
    expect({
      ...decodeSubmit({ params: {}, query: '', body: { name: 'é', nested: [{ name: 'x' }] } }).input,
    }).to.deep.equal({
      name: 'é',
      nested: [{ name: 'x' }],
    })
    for (const body of [[], 'text', 7, null, true]) {
      const { input, faults } = decodeSubmit({ params: {}, query: '', body })
      expect(input, JSON.stringify(body)).to.equal(null)
      expect([...faults.values()]).to.deep.equal([{ in: 'body', name: '', detail: 'must be a JSON object' }])
    }
    const { input, faults } = decodeSubmit({ params: {}, query: '', body: { name: 'x', nested: [{ name: '\ud800' }] } })
    expect(submit.input.safeParse(input).success).to.equal(false)
    expect([...faults.values()]).to.deep.equal([
      { in: 'body', name: 'nested.0.name', detail: 'contains half of a surrogate pair' },
    ])
  })
})
