import { expect } from 'chai'
import { checkCredential } from '../../../cli/tokens.ts'

describe('the rules of credentials', () => {
  const now = new Date('2027-03-14T12:00:00.000Z')
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const service = { name: 'feed', kind: 'service' as const, quota: 600, scopes: ['graph:read'], expiresAt: null }
  const mcp = { ...service, kind: 'mcp' as const, scopes: ['mcp:read', 'graph:read'], expiresAt: inDays(90) }
  const fault = (fields: object) => () => checkCredential({ ...service, ...fields }, now)

  it('allows a service credential that never expires, and one for AI clients of exactly 90 days', () => {
    expect(() => checkCredential(service, now)).not.to.throw()
    expect(() => checkCredential(mcp, now)).not.to.throw()
  })

  it('allows mcp:read only for the kind mcp', () => {
    expect(fault({ scopes: ['mcp:read'] })).to.throw('mcp:read is only given to credentials of kind mcp')
  })

  it('requires the kind mcp to expire within 90 days', () => {
    expect(fault({ ...mcp, expiresAt: null })).to.throw('must expire within 90 days')
    expect(fault({ ...mcp, expiresAt: new Date(inDays(90).getTime() + 1) })).to.throw('must expire within 90 days')
  })

  it('rejects unknown scopes by name, and requires at least one scope', () => {
    expect(fault({ scopes: ['graph:read', 'graph:write'] })).to.throw('There is no scope "graph:write"')
    expect(fault({ scopes: [] })).to.throw('at least one scope')
  })

  it('limits names and quotas', () => {
    for (const name of ['', 'x'.repeat(256)]) expect(fault({ name })).to.throw('1 to 255 characters')
    for (const quota of [0, -1, 1.5, Number.NaN, 1_000_001])
      expect(fault({ quota })).to.throw('whole number of requests')
  })
})
