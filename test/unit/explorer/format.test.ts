import { expect } from 'chai'
import { fieldName, formatCode, plural } from '../../../explorer/src/format/names.ts'
import {
  barLength,
  decimalParts,
  formatAmount,
  formatCount,
  formatDecimal,
  formatNumber,
  formatPart,
  formatPercent,
} from '../../../explorer/src/format/numbers.ts'
import { formatSpan, formatTime, readerZone } from '../../../explorer/src/format/times.ts'
import { shellText, sourceText } from '../../../explorer/src/parts/call-text.ts'
import { plainText } from '../../support/explorer/plain-text.ts'

describe('formats of values', () => {
  it('show decimals with every digit', () => {
    expect(formatDecimal('12345678901234567890.000000001')).to.equal(
      '12\u202f345\u202f678\u202f901\u202f234\u202f567\u202f890.000000001',
    )
    expect(formatDecimal('-0.5')).to.equal('\u22120.5')
    expect(formatDecimal('999')).to.equal('999')
    expect(['1', '0', '0.00', '-1'].map((value) => formatDecimal(value, { withSign: true }))).to.deep.equal([
      '+1',
      '0',
      '0.00',
      '\u22121',
    ])
    expect(decimalParts('1000.25')).to.deep.equal({ whole: '1\u202f000', fraction: '.25' })
    expect(formatDecimal('not a decimal')).to.equal('not a decimal')
  })

  it('separate thousands of counts and amounts in the same way, and keep units on the line of their value', () => {
    expect([0, 999, 1000, 1_234_567, -1200].map(formatNumber)).to.deep.equal([
      ...['0', '999', '1\u202f000', '1\u202f234\u202f567', '\u22121\u202f200'],
    ])
    expect(formatPart(5, 1200)).to.equal('5 of 1\u202f200')
    expect(formatAmount('1900.33', 'MTR')).to.equal('1\u202f900.33\u00a0MTR')
    expect(formatAmount('-4', null)).to.equal('\u22124')
  })

  it('show percentages with their sign on request, and a space', () => {
    expect(formatPercent('12.5')).to.equal('12.5\u00a0%')
    const signed = ['12.5', '-12.5', '0', '-1200'].map((value) => formatPercent(value, { withSign: true }))
    expect(signed).to.deep.equal(['+12.5\u00a0%', '\u221212.5\u00a0%', '0\u00a0%', '\u22121\u202f200\u00a0%'])
  })

  it('scale bars by absolute value, from 0 to 1', () => {
    expect([barLength('5', '10'), barLength('-5', '10'), barLength('20', '10'), barLength('0', '0')]).to.deep.equal([
      0.5, 0.5, 1, 0,
    ])
    expect([barLength(null, '10'), barLength('1', null), barLength('1', 'x')]).to.deep.equal([0, 0, 0])
  })

  it('show times in a time zone, and durations in their two largest units', () => {
    expect(formatTime('2026-11-23T09:05:00Z', 'UTC')).to.equal('23 Nov 2026, 09:05')
    expect(formatTime('2026-11-23T09:05:00Z', 'Asia/Tokyo')).to.equal('23 Nov 2026, 18:05')
    expect(formatTime('never')).to.equal('never')
    expect(formatTime('2026-11-23T09:05:00Z', readerZone())).to.equal(formatTime('2026-11-23T09:05:00Z'))
    const spans = [0, 0.4, 59, 60, 3661, 90_000, 86_400 * 3].map((seconds) => plainText(formatSpan(seconds)))
    expect(spans).to.deep.equal(['0 s', '0 s', '59 s', '1 min', '1 h 1 min', '1 d 1 h', '3 d'])
    expect(formatSpan(3661)).to.equal('1\u00a0h 1\u00a0min')
    const exact = [-5, 0, 0.4, 59.2, 3601, 86_400, 9 * 86_400 + 260].map((seconds) =>
      plainText(formatSpan(seconds, { isExact: true })),
    )
    expect(exact).to.deep.equal(['0 s', '0 s', '1 s', '1 min', '1 h 1 s', '1 d', '9 d 4 min 20 s'])
  })

  it('show codes and field names as words', () => {
    expect(formatCode('QUANTITY_MISMATCH')).to.equal('Quantity mismatch')
    expect(formatCode('MISSING_IN_ERP')).to.equal('Missing in ERP')
    expect(fieldName('grossYieldBase')).to.equal('Gross yield base')
    expect(fieldName('skuId')).to.equal('SKU ID')
    expect([formatCount(1, 'row'), formatCount(12_000, 'row')]).to.deep.equal(['1 row', '12\u202f000 rows'])
  })

  it('form the plural of any word', () => {
    const words = ['row', 'factory', 'entity', 'day', 'match', 'box', 'class', 'live row', 'SKU']
    expect(words.map(plural)).to.deep.equal([
      ...['rows', 'factories', 'entities', 'days', 'matches', 'boxes', 'classes', 'live rows', 'SKUs'],
    ])
    expect([formatCount(1, 'factory'), formatCount(2, 'factory')]).to.deep.equal(['1 factory', '2 factories'])
  })

  it('quote text in shell commands and source code', () => {
    expect(shellText("it's $HOME")).to.equal(`'it'\\''s $HOME'`)
    expect(sourceText({ q: `a'b"c\\d\n`, types: ['x'], top: 5 })).to.equal(
      `{ q: 'a\\'b"c\\\\d\\n', types: ['x'], top: 5 }`,
    )
  })
})
