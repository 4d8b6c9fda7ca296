import { createHash } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { redactSource } from '../../../domain/redaction/redact-source.ts'
import { REDACTED, redactText } from '../../../domain/redaction/redact-text.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 200) * 20

const int = (min: number, max: number) => fc.integer({ min, max })
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const one = (...words: string[]) => fc.constantFrom(...words)
/** Texts that are concatenated from these parts. */
const text = (...parts: (string | number | fc.Arbitrary<string | number>)[]) =>
  fc.tuple(...parts.map((part) => (typeof part === 'object' ? part : fc.constant(part)))).map((found) => found.join(''))
const pad = (value: fc.Arbitrary<number>, length = 2) => value.map((number) => String(number).padStart(length, '0'))

const day = text(int(2019, 2031), '-', pad(int(1, 12)), '-', pad(int(1, 28)))
const fraction = one('1/2', '1/4', '3/4', '1/8', '5/8', '1 1/2', '15/16', '1')
const fibre = one('Cotton', 'Poly', 'Elastane', 'Wool', 'Viscose', 'Lyocell', 'Nylon', 'Linen')
const word = one('Poplin', 'Twill', 'Denim', 'Jersey', 'Oxford', 'Herringbone', 'Satin', 'Ripstop')
const color = one('Navy', 'Black', 'Ecru', 'Khaki', 'Bordeaux', 'Offwhite')
const unit = one('MTR', 'KGM', 'YRD', 'EA', 'PR', 'cm', 'mm', 'gsm')
const price = text(int(0, 999), '.', digits(2))
const place = text(one('WH', 'FA', 'R', 'BIN', 'Z'), int(1, 40), '.', one('A', 'B', 'C', 'RACK'), int(1, 40))
const article = text(int(1, 99), '.', int(1, 99), '.', int(1, 99), '.', int(1, 99)).filter(
  (code) => !/^(10|127)\./.test(code),
)

/** Values of the apparel trade by their grammar. None of them may be redacted. */
const trade: Record<string, fc.Arbitrary<string>> = {
  'tolerances in fractions': text('+', fraction, one(' ', '/', ' / '), '-', fraction, one('', '"', ' cm', ' in')),
  'tolerances in decimals': text(
    '+',
    int(0, 99),
    '.',
    digits(2),
    one(' ', '/', '/ ', ' / '),
    '-',
    int(0, 99),
    '.',
    digits(2),
  ),
  'tolerances of whole numbers': text('+', int(1, 99), one('/', ' / ', ' '), '-', int(1, 99), one('', ' %', ' mm')),
  'amounts with a sign': text('+', int(1, 9_999_999), one('', '.25', '.5', ' MTR')),
  'HS codes': text(pad(int(1, 99)), '.', pad(int(0, 9)), '.', digits(2), '.', one('00', '10', '90')),
  'TARIC codes': text(digits(4), '.', digits(2), '.', digits(2), '.', digits(2)),
  'dotted article numbers': article,
  GTINs: text('(01)', digits(14)),
  'GTINs with a space': text('(01) ', digits(14)),
  'GTINs with lots, dates and serials': text(
    '(01)',
    digits(14),
    '(17)',
    digits(6),
    '(10)',
    digits(8),
    '(21)',
    digits(9),
  ),
  SSCCs: text('(00)', digits(18)),
  lots: text('(10)', digits(9)),
  'GS1 counts and weights': text(one('(37)', '(3103)', '(3302)'), digits(6)),
  'GS1 locations': text('(414)', digits(13)),
  EANs: digits(13),
  'prices of quantities': text(int(1, 99_999), '@', price, one('', 'EUR', ' EUR', '/mtr', 'USD/yd')),
  'articles in places': text(digits(7), '@', one('FA', 'WH', 'TR', 'PT'), '.', digits(2)),
  'articles of letters in places': text(one('MT-', 'FAB', 'TRM_'), digits(4), '@', place),
  measures: text(
    one('Min', 'Max', 'Tot', 'Cutt'),
    '.',
    one('width', 'Weight', 'length', 'Gsm'),
    ':',
    int(20, 999),
    one('', ' cm', ' gsm'),
  ),
  'numbered fields': text(
    one('Art', 'Col', 'Pos', 'Lot', 'Ref', 'Fa'),
    '.',
    one('no', 'No', 'nr', 'Nr', 'id'),
    ':',
    int(10, 999),
  ),
  'storage places': text(place, ':', pad(int(1, 99), 3)),
  blends: text(fibre, '.', fibre, ':', int(10, 99)),
  'blends in percent': text(int(10, 90), '% ', fibre, ' ', int(10, 90), '% ', fibre),
  'fabric codes': text('FAB-', word, int(60, 400), '_', color, '-', int(90, 180), 'cm_OEKO-TEX', int(50, 100)),
  'trim codes': text('TRM_', color, word, int(1, 99), '-', int(10, 99), 'mm-', color, '_SS', int(20, 39), '_GRS-4.0'),
  'codes without a break': text(word, color, int(100, 999), word, color, int(10, 99), 'cm', word),
  'yarn counts': text(int(20, 120), 's x ', int(20, 120), 's/', int(60, 140), 'x', int(60, 140)),
  deniers: text(int(15, 150), 'D+', int(20, 70), 'D/', int(24, 144), 'F'),
  weaves: text(int(1, 4), '/', int(1, 4), ' ', one('twill', 'Twill RH', 'satin')),
  Pantones: text(digits(2), '-', digits(4), ' ', one('TCX', 'TPG', 'TPX')),
  dimensions: text(int(20, 60), '" x ', int(20, 60), one('"', '" +1/2"')),
  'orders and their lines': text(one('PO-', 'PO#', '45000'), digits(6), one('/', '-', '.'), pad(int(1, 99), 3)),
  'numbers like IBANs': text(
    one('DE', 'PT', 'TR'),
    digits(2),
    ' ',
    digits(4),
    ' ',
    digits(4),
    ' ',
    digits(4),
    ' ',
    digits(2),
  ),
  'articles like telephone numbers': text(one('0049-', '030-', '555-', '089/'), digits(3), '-', digits(4)),
  'runs of sizes': one('(32) 34 36 38 40 42', '(128) 134 140 146 152', '(30) 32/34/36', '(36) 38 40 / 42 44'),
  dates: day,
  'dates in parentheses': text('(', int(10, 99), ') ', day),
  times: text(day, 'T', pad(int(0, 23)), ':', pad(int(0, 59)), ':00', one('Z', '+01:00', '+0530')),
  'lots as they are written': text('LOT ', digits(2), one('A', 'B', 'K'), digits(5), '/', digits(2)),
  'care codes': text('https://care.example.com/01/', digits(14), '?10=', digits(6)),
  versions: text('v', int(1, 9), '.', int(0, 30), '.', int(0, 30), '.', int(0, 30)),
  'dyes at temperatures': text(int(1, 99), '%@', int(30, 130), 'C'),
  'factors with a unit': text(int(1, 99), '@', price, ' ', unit),
}

/** Templates of text around a value in a record. */
const around = one('#', 'Ref #', 'see #', '#, #', '# / MTR', '[#]', 'a\n#\nb', '"#"')

/** Secrets, persons, and machines by their grammar. All of them must be redacted. */
const base62 = (length: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9]{${length}}$`))
/**
 * Keys with uniformly random bytes, which the generators of fast-check are not. Keys that look like words and numbers,
 * one in 130,000, are excluded.
 */
const base64url = fc
  .integer({ min: 0, max: 9_999 })
  .map((seed) => createHash('sha384').update(String(seed)).digest('base64url'))
const octet = int(1, 254)
const mailDomain = text(
  one('example', 'quillmere', 'mail.brand', 'qq', 'mill-7'),
  '.',
  one('com', 'de', 'co.uk', 'fashion', 'com.tr', 'io'),
)
const sensitive: Record<string, fc.Arbitrary<string>> = {
  'e-mail addresses': text(one('jane.doe', 'j', 'sales+eu', "o'neill", 'müller', '4711', 'jane_7'), '@', mailDomain),
  'e-mail addresses in capitals': text(
    one('JANE.DOE', 'SALES'),
    '@',
    one('EXAMPLE.COM', 'BRAND.DE', 'MILL.COM.TR', 'QM.FASHION'),
  ),
  'e-mail addresses at a network address': text('jane@', one('10.0.0.5', '192.168.1.20')),
  'phones of a country': text(
    '+',
    one('49', '44', '1', '90', '351', '86'),
    one(' ', '-', '.', ' (0)'),
    int(20, 999),
    one(' ', '-', '/'),
    digits(7),
  ),
  'phones in groups': one(
    ...['+49 30 1234567', '+49 (30) 1234-5678', '+1 555-123-4567', '+33 6 12 34 56 78', '+420 601 123 456'],
    ...[
      '+44 20 7946 0958',
      '+493012345678',
      '+49.301234567',
      '+90 212 555 12 34',
      '+86 138-0013-8000',
      '+34 612 345 678',
    ],
    ...['+49(0)30/1234567', '+1 (555) 123 4567', '+351 21 123 4567'],
  ),
  'phones with an area': one(
    ...[
      '(030) 1234 5678',
      '(555) 123-4567',
      '(0171) 1234567',
      '(212)555-1234',
      '(11) 91234-5678',
      '(089)12345678',
      '(030) 12 34 56 78',
    ],
  ),
  tokens: text('Bearer ', base64url),
  JWTs: text('eyJhbGciOiJIUzI1NiJ9.eyJ', base62(20), '.', base64url),
  'access keys': text(one('AKIA', 'ASIA'), fc.stringMatching(/^[A-Z0-9]{16}$/)),
  'tokens of services': text(one('ghp_', 'glpat-', 'xoxb-', 'sk_live_'), base62(30)),
  keys: base64url.filter((key) => /[a-z]/.test(key) && /[A-Z]/.test(key) && /\d/.test(key)),
  'URLs with a password': text('https://jane:', base62(9), '@plm.example.com/items'),
  databases: text(one('postgres', 'mongodb+srv', 'redis'), '://', base62(6), '.internal/erp'),
  networks: one(
    '10.0.0.5',
    '10.20.0.40',
    '10.20.130.40',
    '192.168.1.10',
    '172.16.4.7',
    '127.0.0.1',
    '169.254.1.2',
    '203.0.113.200',
  ),
  'networks with a port': text(octet, '.', octet, '.', octet, '.', octet, ':', int(1000, 65_535)),
  machines: text(
    one('db-01', 'erp', 'kafka-1'),
    '.',
    one('internal', 'acme.local', 'example.com', 'svc.cluster.local', 'acme.de', 'prod.acme.io'),
    ':',
    one('5432', '1433', '9092', '8443', '443'),
  ),
}

describe('redaction of text with values of the apparel trade', () => {
  for (const [name, values] of Object.entries(trade)) {
    it(`keeps ${name} unchanged`, () => {
      fc.assert(
        fc.property(values, around, (value, template) => {
          const given = template.replaceAll('#', () => value)
          expect(redactText(given)).to.equal(given)
          expect(redactSource({ note: given, list: [given] })).to.deep.equal({ note: given, list: [given] })
        }),
        { numRuns: numRuns / 10 },
      )
    })
  }

  for (const [name, values] of Object.entries(sensitive)) {
    it(`removes ${name}, also next to values of the trade`, () => {
      const beside = fc.oneof(...Object.values(trade))
      fc.assert(
        fc.property(
          values,
          beside,
          beside,
          one('#', 'see #', '(#)', '& #', '# &', '& # &', 'a\n#\nb'),
          (value, a, b, template) => {
            const other = [a, b]
            const given = template.replace('#', () => value).replaceAll('&', () => other.pop() ?? '')
            const left = redactText(given)
            expect(left, given).to.contain(REDACTED).and.not.contain(value)
            expect(redactText(left), given).to.equal(left)
          },
        ),
        { numRuns: numRuns / 10 },
      )
    })
  }

  it('recognizes the address of a machine by the word before it', () => {
    for (const given of [
      'host 8.8.4.4',
      'server=1.2.10.4',
      'connect to 1.2.10.4',
      'http://1.2.10.4/x',
      'ping 61.9.10.1',
    ]) {
      expect(redactText(given)).to.contain(REDACTED)
    }
  })

  it('removes keys that separators divide into short parts', () => {
    const key = '5XfWTd4FPv-XvVYl_-IO0CUg5_N4tz_OS3LQHEKTJWaan_mF7K8nQ-m0NsKa58Zk'
    expect(redactText(`see ${key}`)).to.equal(`see ${REDACTED}`)
    const code = 'Style-Poplin120_Navy42-Denim148_Slim32-Twill64_Short-Ripstop90'
    expect(redactText(code)).to.equal(code)
  })

  it('removes phone numbers and e-mail addresses between other numbers', () => {
    expect(redactText('+49 30 1234567 -2')).to.equal(`${REDACTED} -2`)
    expect(redactText('12 +49 30 1234567 120 148 900')).to.not.contain('1234567')
    expect(redactText('(01)09521234543213 (030) 12345678')).to.equal(`(01)09521234543213 ${REDACTED}`)
    expect(redactText('user@example.com.07')).to.equal(`${REDACTED}.07`)
  })

  it('takes time proportional to the length of text', () => {
    const cpu = process.cpuUsage()
    for (const piece of ['+1 ', '(12) 1', 'a@b.c', '1.2.3.4:', 'a.b:1', 'aB1', '@a.', '+1/2 -', '(01)'])
      redactText(piece.repeat(32 * 1024))
    expect(process.cpuUsage(cpu).user).to.be.lessThan(5_000_000)
  })
})
