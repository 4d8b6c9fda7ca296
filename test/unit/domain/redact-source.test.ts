import { expect } from 'chai'
import fc from 'fast-check'
import { redactSource } from '../../../domain/redaction/redact-source.ts'
import { REDACTED, redactText } from '../../../domain/redaction/redact-text.ts'
import { isSensitiveKey } from '../../../domain/redaction/sensitive-keys.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 200)

/** Spellings of a key of several words: camel case, snake case, and others. */
const spellings = (words: string) => {
  const parts = words.split(' ')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return [
    ...[words, words.toUpperCase(), parts.join('_'), parts.join('-'), parts.join('_').toUpperCase()],
    ...[parts.join(''), parts.map(capital).join(''), parts[0] + parts.slice(1).map(capital).join('')],
  ]
}

const sensitive = [
  ...['password', 'passwd', 'pwd', 'db password', 'token', 'access token', 'secret', 'client secret', 'api key'],
  ...['private key', 'access key', 'authorization', 'cookie', 'set cookie', 'credential', 'credentials', 'dsn'],
  ...['connection string', 'email', 'email address', 'phone', 'phone number', 'mobile', 'first name', 'last name'],
  ...[
    'full name',
    'contact name',
    'contact person',
    'buyer name',
    'home address',
    'host',
    'hostname',
    'db host',
    'server',
  ],
  ...['user', 'username', 'user name', 'login', 'user id', 'created by', 'ip address'],
]
const harmless = [
  ...['name', 'material name', 'item number', 'color', 'key', 'item key', 'style', 'supplier', 'composition'],
  ...['author', 'description', 'address', 'city', 'country code', 'user defined 1', 'serverless', 'capabilities'],
  ...['hosting plan', 'phonetic', 'tokens left hand side'.slice(7), 'mailbox colour'.slice(8), 'compass', 'passage'],
]

const secrets = {
  'a JSON Web Token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'a bearer token': 'Bearer abcdef0123456789',
  'basic credentials': 'Basic dXNlcjpwYXNzMTIz',
  'a private key': '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----',
  'a private key that was cut': '-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA',
  'an access key of AWS': 'AKIAIOSFODNN7EXAMPLE',
  'a secret key of AWS': 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'a token of GitHub': 'ghp_0123456789abcdefghijABCDEFGHIJ012345',
  'a URL with a password': 'https://jane:hunter2@plm.example.com/items',
  'a URL with a user': 'sftp://jane@files.example.com',
  'an address of a database': 'postgres://db-7.internal/erp',
  'an address of a database in Java': 'jdbc:sqlserver://erp-db:1433;databaseName=erp',
  'a connection string': 'Server=erp-db;Database=erp;User Id=sa;Password=x;',
  'an e-mail address': 'jane.doe@example.com',
  'a phone number': '+49 (30) 1234-5678',
  'a phone number with its area': '(030) 1234 5678',
  'a machine': 'db-01.internal.example:5432',
  'an address in the network': '10.20.30.40:8080',
}

const kept = [
  ...['MT-01022 Poplin 120', '4006381333931', '2027-03-14T02:10:00.000Z', '1,234.56', '-12.5', 'Basic Crewneck Tee'],
  ...[
    'a5a0ab7d-e70a-5115-b601-3582cd489e66',
    'sha256:baca2fbb4180780d4b112e16b271990275641caea88404eb2374ce23ea76e42e',
  ],
  ...['Größe 38–40', 'https://example.com/items/1?page=2', '55 % cotton @ 120 gsm', 'a/b/c', 'v1.2.3', 'C0 + 12'],
  ...['Bearer of good news', 'QM27-0412-NVY-M_QM27-0412-NVY-L_QM27-0412-NVY-XL', 'size:120', '[]', '{"a":1}', ''],
]

describe('redaction of what a source sent', () => {
  it('recognizes keys of secrets, persons, machines, and logins in any spelling', () => {
    for (const words of sensitive) {
      for (const key of spellings(words)) expect(isSensitiveKey(key), key).to.equal(true)
    }
  })

  it('does not match other keys', () => {
    for (const words of harmless) {
      for (const key of spellings(words).filter((text) => /[ _-]/.test(text) || !words.includes(' '))) {
        expect(isSensitiveKey(key), key).to.equal(false)
      }
    }
  })

  for (const [name, text] of Object.entries(secrets)) {
    it(`removes ${name} from any text`, () => {
      for (const around of [text, `see ${text} `, `(${text})`, `a\n${text}\nb`]) {
        for (const word of text.split(/\s+/).filter((part) => part.length > 7)) {
          expect(redactText(around), around).to.contain(REDACTED).and.not.contain(word)
        }
      }
    })
  }

  it('keeps harmless text unchanged', () => {
    for (const text of kept) expect(redactText(text)).to.equal(text)
    expect(redactSource(kept)).to.deep.equal(kept)
  })

  it('keeps the name and removes the value if text contains both', () => {
    expect(redactText('GET /a?token=abc&page=2')).to.equal(`GET /a?token=${REDACTED}&page=2`)
    expect(redactText('password: "hunter 2", color: red')).to.equal(`password: ${REDACTED}, color: red`)
    expect(redactText('<password>hunter2</password>')).to.equal(`<password>${REDACTED}</password>`)
  })

  it('applies to lists of named values, and to JSON within text', () => {
    const headers = [
      { name: 'X-Api-Key', value: 'abc' },
      { name: 'Color', value: 'red' },
    ]
    expect(redactSource({ headers })).to.deep.equal({ headers: [{ name: 'X-Api-Key', value: REDACTED }, headers[1]] })
    expect(redactSource(JSON.stringify({ login: { password: 'x' }, size: 'M' }))).to.equal(
      JSON.stringify({ login: REDACTED, size: 'M' }),
    )
    expect(redactSource('{ "size": "M" }')).to.equal('{ "size": "M" }')
  })

  it('keeps both fields when two keys are redacted to the same', () => {
    const found = redactSource({ 'a@example.com': 1, 'b@example.com': 2 })
    expect(found).to.deep.equal({ [REDACTED]: 1, [`${REDACTED} 2`]: 2 })
  })

  it('is bounded for deep nesting, and fast for long text', () => {
    for (const levels of [65, 1000, 3000, 10_000, 30_000]) {
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
      expect(JSON.stringify(redactSource(deep)), `${levels} levels`).to.contain(REDACTED)
    }
    const cpu = process.cpuUsage()
    for (const piece of ['a', 'a.', 'a-', '1', 'eyJ-', 'server=', 'token ', '+1', 'A0b', '(12)', 'a:', '="', 'jdbc:']) {
      redactText(piece.repeat(64 * 1024))
    }
    expect(process.cpuUsage(cpu).user).to.be.lessThan(5_000_000)
  })

  const word = fc.constantFrom('color', 'size', 'qty', 'lot', 'grade')
  const plain = fc.oneof(fc.constantFrom(...kept), fc.integer(), fc.boolean(), fc.constant(null))
  const { tree: clean } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, plain, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(word, tie('tree'))),
  }))

  it('changes nothing in random data without sensitive values', () => {
    fc.assert(
      fc.property(clean, (value) => {
        expect(redactSource(value)).to.deep.equal(value)
      }),
      { numRuns },
    )
  })

  const marker = 'zqjxhunter2'
  const value = fc.oneof(fc.constant(marker), fc.constant([marker, { a: marker }]), fc.constant({ value: marker }))
  const sensitiveKey = fc.constantFrom(...sensitive.flatMap(spellings))
  const field = fc.oneof(
    fc.tuple(sensitiveKey, value).map(([key, field]) => ({ [key]: field })),
    sensitiveKey.map((name) => ({ name, value: marker })),
    fc.constantFrom(...Object.values(secrets)).map((text) => ({ note: `${text}`, size: 'M' })),
  )
  const { tree: dirty } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      field,
      fc.array(fc.oneof(tie('tree'), plain), { maxLength: 3 }),
      fc.dictionary(word, fc.oneof(tie('tree'), plain)),
      field.map((one) => JSON.stringify(one)),
    ),
  }))

  it('removes sensitive values anywhere in random data, and changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(dirty, (given) => {
        const once = redactSource(given)
        const text = JSON.stringify(once)
        expect(text).to.not.contain(marker)
        for (const secret of Object.values(secrets)) expect(text).to.not.contain(JSON.stringify(secret).slice(1, -1))
        expect(redactSource(once)).to.deep.equal(once)
      }),
      { numRuns },
    )
  })
})
