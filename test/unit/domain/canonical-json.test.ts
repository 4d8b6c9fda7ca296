import { expect } from 'chai'
import { canonicalJson } from '../../../domain/identity/canonical-json.ts'

describe('canonical JSON', () => {
  it('equals the example in RFC 8785', () => {
    const text = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    expect(canonicalJson(JSON.parse(text))).to.equal(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  it('sorts keys by UTF-16 code units, as RFC 8785 requires', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))
    expect(text).to.equal(`{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`)
  })

  it('leaves out values that JSON cannot express', () => {
    expect(canonicalJson({ b: undefined, a: [undefined] })).to.equal('{"a":[null]}')
  })
})
