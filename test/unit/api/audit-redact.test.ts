import { expect } from 'chai'
import fc from 'fast-check'
import { auditLine, parseAuditLine } from '../../../audit/audit-line.ts'
import { redact } from '../../../audit/redact.ts'
import { mintToken } from '../../../domain/credentials/token.ts'
import { AuditRecord } from '../../../schemas/audit.ts'
import { auditRecord } from '../../support/api/audit.ts'

describe('audit records without secrets', () => {
  it('contain no value of a field whose name indicates a secret', () => {
    const parameters = {
      password: 'a',
      apiKey: 'b',
      'x-api-key': 'c',
      clientSecret: 'd',
      Authorization: 'e',
      cursor: 'f',
    }
    const nested = { filter: [{ accessToken: 'g', type: 'style' }] }
    const redacted = JSON.stringify(redact({ ...parameters, ...nested }))
    expect(redacted).to.equal(
      '{"password":"[redacted]","apiKey":"[redacted]","x-api-key":"[redacted]","clientSecret":"[redacted]",' +
        '"Authorization":"[redacted]","cursor":"f","filter":[{"accessToken":"[redacted]","type":"style"}]}',
    )
  })

  it('contain no token, whether it was in a name, a value, a longer text, or a nested list', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom('local', 'eu-west-1'), (before, after, region) => {
        const { text, secret } = mintToken(region)
        const inside = `${before}${text}${after}`
        const line = auditLine(auditRecord({ parameters: { q: inside, [inside]: 1, list: [{ deep: [inside] }] } }))
        expect(line).not.to.contain(secret)
      }),
    )
  })

  it('are one line for any parameters', () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    for (const parameters of [circular, { big: 1n }, { text: 'a\nb\r\u2028c' }, { long: 'x'.repeat(200_000) }]) {
      const line = auditLine(auditRecord({ parameters }))
      expect(line).not.to.contain('\n')
      expect(Buffer.byteLength(line)).to.be.lessThan(40_000)
      expect(AuditRecord.safeParse(JSON.parse(line)).success).to.equal(true)
    }
  })

  it('have their organization as the Kafka key, and are not created from an incomplete line', () => {
    const line = auditLine(auditRecord({ organization: 'northwold' }))
    expect(parseAuditLine(line)).to.include({ key: 'northwold', value: line })
    expect(parseAuditLine(line.slice(0, -1))).to.equal(null)
    expect(parseAuditLine('')).to.equal(null)
    expect(parseAuditLine('null')).to.equal(null)
  })
})
