import { expect } from 'chai'
import fc from 'fast-check'
import { validateBomEvent } from '../../../domain/events/decode-bom-event.ts'
import { validateEvent } from '../../../domain/events/decode-event.ts'
import { quantity } from '../../../domain/quantities/quantity.ts'
import { baseUnitOf, convert } from '../../../domain/quantities/units.ts'
import { checkValue } from '../../../schemas/checking/check-value.ts'
import { UnitOfMeasure } from '../../../schemas/common.ts'
import { bomData } from '../../../schemas/records/bom-events.ts'
import { recordData } from '../../../schemas/records/record-events.ts'
import { asSentValues } from '../../../schemas/values/sent-values.ts'
import { accepted } from '../../support/events/event-cases.ts'

/** The officially assigned codes of ISO 3166-1, copied from https://www.iso.org/obp/ui/#search/code/. */
const countries = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
  'GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW ' +
  'KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
  'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN ' +
  'SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ' +
  'ZA ZM ZW'
).split(' ')

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const { country, currency, decimal, share, positive, code } = asSentValues
const detailOf = (schema: Parameters<typeof checkValue>[0], value: unknown) => {
  const checked = checkValue(schema, value)
  return checked.success ? null : checked.faults.map(({ detail }) => detail).join('; ')
}

describe('values in events that are accepted', () => {
  it('are country codes of ISO 3166-1, and XK for Kosovo', () => {
    expect(countries.length).to.equal(249)
    const taken = letters.flatMap((a) => letters.flatMap((b) => (country.safeParse(a + b).success ? a + b : [])))
    expect(taken).to.deep.equal([...countries, 'XK'].sort())
  })

  it('are current country codes, which the error for a former one suggests', () => {
    for (const [former, today] of [
      ['UK', 'GB'],
      ['BU', 'MM'],
      ['TP', 'TL'],
    ])
      expect(detailOf(country, former)).to.contain(`did you mean ${today}?`)
    for (const none of ['XX', 'ZZ', 'EU', 'QM']) expect(detailOf(country, none)).to.contain('such as PT')
  })

  it('are currencies in use', () => {
    const inUse =
      'EUR USD GBP CNY JPY INR BDT VND TRY PKR LKR IDR KHR MAD TND EGP PLN CHF SEK DKK HKD TWD KRW MXN BRL XOF XAF'
    for (const one of inUse.split(' ')) expect(currency.safeParse(one).success, one).to.equal(true)
    for (const none of ['ZZZ', 'XXX', 'XTS', 'AAA', 'eur', 'EURO', 'DEM'])
      expect(detailOf(currency, none), none).to.contain('such as EUR')
  })

  const digits = (min: number, max: number) =>
    fc.array(fc.nat(9), { minLength: min, maxLength: max }).map((drawn) => drawn.join(''))
  const zeros = fc.nat(40).map((count) => '0'.repeat(count))

  it('are decimals with at most 16 places, not counting trailing zeros', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '-'),
        fc.nat(9_999_999_999),
        digits(1, 30),
        zeros,
        (sign, whole, fraction, end) => {
          const text = `${sign}${whole}.${fraction}${end}`
          const told = fraction.replace(/0+$/, '')
          const read = decimal.safeParse(text)
          expect(read.success, text).to.equal(told.length <= 16)
          if (!read.success) return
          expect(read.data).to.match(/^-?(0|[1-9]\d{0,9})(\.\d{0,15}[1-9])?$/)
          expect(quantity(read.data), text).to.deep.equal(quantity(text))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('are yields with at most 4 places, whose trailing zeros are kept up to the fourth place', () => {
    const yieldOf = (netYield: string, wastagePercent: string) => {
      const { data } = accepted['a style of a BOM'] as unknown as { data: { lines: object[] } }
      const yields = [{ sku: 'S-1-NVY-M', netYield, wastagePercent }]
      const checked = bomData.style.safeParse({ ...data, lines: [{ ...data.lines[0], yields }] })
      return checked.success ? checked.data.lines[0]?.yields[0] : null
    }
    fc.assert(
      fc.property(fc.nat(99_999), digits(1, 8), zeros, (whole, fraction, end) => {
        const read = yieldOf(`${whole}.${fraction}${end}`, `5.00${end}`)
        const fits = /^0*$/.test(fraction.slice(4))
        expect(read !== null, `${whole}.${fraction}${end}`).to.equal(fits)
        if (read)
          expect([read.netYield, read.wastagePercent]).to.deep.equal([
            `${whole}.${(fraction + end).slice(0, 4)}`,
            '5.00',
          ])
      }),
    )
  })

  it('are percentages from 0 to 100, and measures above 0', () => {
    for (const one of ['0', '0.0000000000000001', '9.99', '33.33', '99.9999', '100', '100.000'])
      expect(detailOf(share, one), one).to.equal(null)
    for (const one of ['-1', '-0.1', '100.0000000000000001', '101', '250'])
      expect(detailOf(share, one), one).to.equal('must be a percentage from 0 to 100')
    for (const one of ['0', '0.000', '-140']) expect(detailOf(positive, one), one).to.equal('must be above 0')
    expect(detailOf(positive, '0.001')).to.equal(null)
  })

  it('are compositions that sum to 100; an invalid percentage is reported instead of the sum', () => {
    const fibres = (...percents: string[]) => {
      const composition = percents.map((percent) => ({ fibre: 'cotton', percent }))
      const data = { materialNumber: 'MT-1', name: 'Poplin', lifecycleState: 'approved', composition }
      const checked = checkValue(recordData.material, data)
      return checked.success ? [] : checked.faults.map(({ path, detail }) => `${path.join('.')}: ${detail}`)
    }
    expect(fibres('105', '-5')).to.deep.equal([
      'composition.0.percent: must be a percentage from 0 to 100',
      'composition.1.percent: must be a percentage from 0 to 100',
    ])
    for (const sums of [['33.33', '33.33', '33.33'], ['100.0'], ['33.4', '33.4', '33.3'], ['99.9']])
      expect(fibres(...sums), sums.join()).to.deep.equal([])
    for (const sums of [['99.89'], ['50', '50.11'], ['60', '60']])
      expect(fibres(...sums), sums.join()).to.deep.equal(['composition: percentages must sum to 100, within 0.1'])
  })

  it('are codes without invisible characters, whose surrounding white space is removed', () => {
    for (const padded of ['FAB-1   ', '\tFAB-1', '\u00a0FAB-1\r\n', '\ufeffFAB-1'])
      expect(code(255, 1).parse(padded), JSON.stringify(padded)).to.equal('FAB-1')
    expect(code(255, 1).parse('FAB 1')).to.equal('FAB 1')
    for (const hidden of [
      'FAB\t1',
      'FAB\u200b1',
      'FAB-1\u200b',
      'FAB\u00ad1',
      'FAB\u202e1',
      'FAB\u00001',
      'FAB\u20601',
    ])
      expect(detailOf(code(255, 1), hidden), JSON.stringify(hidden)).to.contain('invisible characters')
    expect(code(255, 1).safeParse('   ').success).to.equal(false)
    expect(detailOf(code(5, 1), '𝕏'.repeat(6))).to.equal('must be text of 1 to 5 characters')
  })

  it('are units: a liter has 1,000 milliliters, and rolls and cones cannot be converted', () => {
    expect(convert(quantity('250'), 'MLT', 'LTR')).to.deep.equal(quantity('0.25'))
    for (const unit of ['ROL', 'CON'] as const) {
      const others = UnitOfMeasure.options.filter((other) => other !== unit && baseUnitOf(other) === baseUnitOf(unit))
      expect(others, unit).to.deep.equal([])
    }
  })

  it('are null for the unit of a price that a link leaves out, which means the base unit of the material', () => {
    const { data, ...link } = accepted['properties of the type'] as unknown as { data: object }
    const read = validateEvent({ ...link, data })
    expect(read.outcome === 'event' && read.event.data).to.deep.nested.include({ 'properties.priceUom': null })
  })

  it('are stored as EA for each code of a piece, in every event with units', () => {
    for (const alias of ['C62', 'H87', 'PCE', 'EA']) {
      const material = accepted['a unit'] as unknown as { data: object }
      const read = validateEvent({ ...material, data: { ...material.data, baseUom: alias, purchaseUom: alias } })
      expect(read.outcome === 'event' && read.event.data, alias).to.include({ baseUom: 'EA', purchaseUom: 'EA' })
      const position = accepted['a position'] as unknown as { data: object }
      const stock = validateEvent({ ...position, data: { ...position.data, uom: alias } })
      expect(stock.outcome === 'event' && stock.event.data, alias).to.include({ uom: 'EA' })
      const link = accepted['a price for a unit'] as unknown as { data: { properties: object } }
      const properties = { ...link.data.properties, priceUom: alias }
      const priced = validateEvent({ ...link, data: { ...link.data, properties } })
      expect(priced.outcome === 'event' && priced.event.data, alias).to.deep.nested.include({
        'properties.priceUom': 'EA',
      })
      const style = accepted['a style of a BOM'] as unknown as { data: { lines: object[] } }
      const lines = [{ ...style.data.lines[0], uom: alias }]
      expect(validateBomEvent({ ...style, data: { ...style.data, lines } }).outcome, alias).to.equal('event')
    }
  })
})
