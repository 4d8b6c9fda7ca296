import { expect } from 'chai'
import { analyse } from 'scslre'
import { type FoundRegExp, publishedPatterns, regexpsIn } from '../support/regexps.ts'

/** What runs on input. */
const folders = ['api', 'audit', 'domain', 'schemas', 'kafka', 'projector', 'cli', 'cypher', 'process']
/** What runs on the texts of this repository, once. */
const left = ['api/docs', 'api/openapi', 'api/asyncapi']

describe('the regular expressions', () => {
  let found: FoundRegExp[]

  before(async () => {
    found = [...(await regexpsIn(folders, left)), ...publishedPatterns()]
  })

  it('are found, whichever way they are written', () => {
    const places = found.map(({ place }) => place.split(':')[0])
    expect(places).to.include.members([
      'api/http/steps/authenticate.ts',
      'domain/credentials/token.ts',
      'api/openapi.json',
    ])
    expect(places.length).to.be.above(100)
  })

  it('take time in proportion to their input, by their structure (contract 12)', () => {
    expect(found.flatMap((one) => superlinear(one))).to.deep.equal([])
  })

  it('take time in proportion to their input, by measure (contract 12)', () => {
    expect(found.flatMap((one) => slowOn(one))).to.deep.equal([])
  })

  it('would be found to take longer', () => {
    const slow = [/^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i, /(a+)+$/, /\s+$/, /a.*b.*c$/s]
    expect(slow.map((regexp) => superlinear({ place: 'a test', regexp }).length)).not.to.include(0)
    expect(slowOn({ place: 'a test', regexp: /<!--[\s\S]*?-->/ })).to.have.length(1)
  })
})

/** What a known analysis says (it is behind `regexp/no-super-linear-backtracking` of ESLint). */
function superlinear({ place, regexp }: FoundRegExp): string[] {
  const { reports } = analyse({ source: regexp.source, flags: regexp.flags }, { assumeRejectingSuffix: false })
  return reports.map(({ type }) => `${place} ${regexp}: ${type}`)
}

/** Characters that a short text of pumps has, and a long one. */
const SHORT = 10_000
const LONG = 4 * SHORT
/** Between the 4 of what is linear and the 16 of what is quadratic. */
const FACTOR = 9
/** What is over so soon cannot be compared. */
const SOON_MS = 8
const TRIES = 3

/**
 * The expression on long texts of what it is made of, against the same of a quarter: what the analysis misses are texts in
 * which its beginning occurs often and its end does not.
 */
function slowOn({ place, regexp }: FoundRegExp): string[] {
  const slow = pumpsFor(regexp).find((pump) => {
    const short = pump.repeat(SHORT / pump.length)
    const long = pump.repeat(LONG / pump.length)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const longMs = timeOf(regexp, `${long}\0`)
      if (longMs < SOON_MS || longMs < FACTOR * timeOf(regexp, `${short}\0`)) return false
    }
    return true
  })
  return slow === undefined ? [] : [`${place} ${regexp} on ${JSON.stringify(slow)} again and again`]
}

/** The plain texts that an expression has, a character for each kind, and each of these behind each text. */
function pumpsFor({ source }: RegExp): string[] {
  const plain = source.replaceAll(/\\([^a-zA-Z0-9])/g, '$1').match(/[^\\()[\]{}^$|?*+.]{2,}|[/<>()[\]{}:;=@_-]/g) ?? []
  const texts = [...new Set(plain)]
  const kinds = ['a', 'A', '0', ' ', '-', '.', '\n', 'é']
  return [...kinds, ...texts, ...texts.flatMap((text) => kinds.map((kind) => text + kind))]
}

/** CPU time in milliseconds, in which what else the machine does is not counted. */
function timeOf(regexp: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  text.replace(regexp, '')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
