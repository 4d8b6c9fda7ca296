import { expect } from 'chai'
import { analyse } from 'scslre'
import { type FoundRegExp, publishedPatterns, regexpsIn } from '../support/regexps.ts'

/** Folders whose expressions run on input. */
const folders = ['api', 'audit', 'domain', 'schemas', 'kafka', 'projector', 'cli', 'cypher', 'process']
/** Folders whose expressions run only on texts of this repository. */
const left = ['api/docs', 'api/openapi', 'api/asyncapi']

describe('the regular expressions', () => {
  let found: FoundRegExp[]

  before(async () => {
    found = [...(await regexpsIn(folders, left)), ...publishedPatterns()]
  })

  it('are found in literals, constructors, and the contract', () => {
    const places = found.map(({ place }) => place.split(':')[0])
    expect(places).to.include.members([
      'api/http/steps/authenticate.ts',
      'domain/credentials/token.ts',
      'api/openapi.json',
    ])
    expect(places.length).to.be.above(100)
  })

  it('take time proportional to their input, by static analysis', () => {
    expect(found.flatMap((one) => superlinear(one))).to.deep.equal([])
  })

  it('take time proportional to their input, by measurement', () => {
    expect(found.flatMap((one) => slowOn(one))).to.deep.equal([])
  })

  it('are checked by an analysis and a measurement that find slow ones', () => {
    const slow = [/^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i, /(a+)+$/, /\s+$/, /a.*b.*c$/s]
    expect(slow.map((regexp) => superlinear({ place: 'a test', regexp }).length)).not.to.include(0)
    expect(slowOn({ place: 'a test', regexp: /<!--[\s\S]*?-->/ })).to.have.length(1)
  })
})

/** Problems that scslre reports; the rule `regexp/no-super-linear-backtracking` of ESLint uses the same analysis. */
function superlinear({ place, regexp }: FoundRegExp): string[] {
  const { reports } = analyse({ source: regexp.source, flags: regexp.flags }, { assumeRejectingSuffix: false })
  return reports.map(({ type }) => `${place} ${regexp}: ${type}`)
}

/** Lengths in characters of the short and the long text that an expression is measured on. */
const SHORT = 10_000
const LONG = 4 * SHORT
/** The maximum ratio of times for a text of four times the length: 4 is linear, and 16 is quadratic. */
const FACTOR = 9
/** Shorter times are too inexact to compare. */
const SOON_MS = 8
const TRIES = 3

/**
 * Compares the time on long texts of repeated parts of the expression with that on texts of a quarter of the length.
 * The analysis misses texts in which the beginning of the expression occurs often and its end does not.
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

/** Texts to repeat: the literal parts of the expression, a character of each kind, and combinations of both. */
function pumpsFor({ source }: RegExp): string[] {
  const plain = source.replaceAll(/\\([^a-zA-Z0-9])/g, '$1').match(/[^\\()[\]{}^$|?*+.]{2,}|[/<>()[\]{}:;=@_-]/g) ?? []
  const texts = [...new Set(plain)]
  const kinds = ['a', 'A', '0', ' ', '-', '.', '\n', 'é']
  return [...kinds, ...texts, ...texts.flatMap((text) => kinds.map((kind) => text + kind))]
}

/** CPU time of this thread in milliseconds: the load of the machine does not change it. */
function timeOf(regexp: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  text.replace(regexp, '')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
