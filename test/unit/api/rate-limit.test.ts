import { expect } from 'chai'
import { rateLimitHeaders } from '../../../api/http/headers.ts'
import { boundBy } from '../../../api/limits/quota.ts'
import { createMemoryCounter, createRateLimit } from '../../../api/limits/rate-limit.ts'

const minute = Date.parse('2027-03-14T02:10:00.000Z')

/** Takes requests of credentials. The organization is the same, and has no quota unless it is given. */
function limitAt(startMs: number, organizationQuota: number | null = null) {
  const clock = { nowMs: startMs }
  const limit = createRateLimit(createMemoryCounter(), () => clock.nowMs)
  const takeAll = ({ organization = 'quillmere', ...own }: { id: string; quota: number; organization?: string }) =>
    limit({ credential: { ...own, organization }, organizationQuota })
  return { clock, takeAll, take: async (own: { id: string; quota: number }) => boundBy(await takeAll(own)) }
}

describe('rate limit in memory', () => {
  it('allows 600 requests per UTC minute, whenever the first one comes, and rejects the 601st', async () => {
    const { take } = limitAt(minute + 33_000)
    for (let request = 1; request <= 600; request += 1) {
      expect(await take({ id: 'a', quota: 600 })).to.deep.include({ exceeded: false, remaining: 600 - request })
    }
    expect(await take({ id: 'a', quota: 600 })).to.deep.include({ exceeded: true, remaining: 0, resetSeconds: 27 })
  })

  it('starts again at the beginning of each UTC minute, to the millisecond', async () => {
    const { clock, take } = limitAt(minute + 59_999)
    await take({ id: 'a', quota: 2 })
    await take({ id: 'a', quota: 2 })
    expect(await take({ id: 'a', quota: 2 })).to.deep.include({ exceeded: true, remaining: 0, resetSeconds: 1 })
    clock.nowMs += 1
    expect(await take({ id: 'a', quota: 2 })).to.deep.include({ exceeded: false, remaining: 1, resetSeconds: 60 })
  })

  it('counts each credential separately against its own quota', async () => {
    const { take } = limitAt(minute)
    await take({ id: 'a', quota: 1 })
    expect(await take({ id: 'b', quota: 5 })).to.deep.include({ exceeded: false, limit: 5, remaining: 4 })
    expect(await take({ id: 'a', quota: 1 })).to.deep.include({ exceeded: true })
  })

  it('returns five headers that agree with each other', async () => {
    const { takeAll } = limitAt(minute + 34_000)
    expect(rateLimitHeaders(await takeAll({ id: 'a', quota: 600 }))).to.deep.equal({
      'RateLimit-Policy': '"default";q=600;w=60',
      RateLimit: '"default";r=599;t=26',
      'RateLimit-Limit': '600',
      'RateLimit-Remaining': '599',
      'RateLimit-Reset': '26',
    })
  })

  it('counts all credentials of an organization together against its quota, and others separately', async () => {
    const { take, takeAll } = limitAt(minute, 3)
    await take({ id: 'a', quota: 10 })
    await take({ id: 'b', quota: 10 })
    expect(await take({ id: 'c', quota: 10 })).to.include({ policy: 'organization', remaining: 0, exceeded: false })
    expect(await take({ id: 'a', quota: 10 })).to.include({ policy: 'organization', limit: 3, exceeded: true })
    const other = await takeAll({ id: 'd', quota: 2, organization: 'brannock' })
    expect(boundBy(other)).to.include({ policy: 'default', remaining: 1, exceeded: false })
  })

  it('does not count requests beyond the quota of a credential against that of the organization', async () => {
    const { take } = limitAt(minute, 5)
    for (let request = 0; request < 20; request += 1) await take({ id: 'a', quota: 2 })
    expect(await take({ id: 'a', quota: 2 })).to.include({ policy: 'default', limit: 2, exceeded: true })
    expect(await take({ id: 'b', quota: 10 })).to.include({ policy: 'organization', remaining: 2, exceeded: false })
  })

  it('lists both quotas in the headers, and has the one that binds in those of version 1', async () => {
    const { takeAll } = limitAt(minute + 34_000, 700)
    const near = { id: 'a', quota: 600 }
    expect(rateLimitHeaders(await takeAll(near))).to.deep.equal({
      'RateLimit-Policy': '"default";q=600;w=60, "organization";q=700;w=60',
      RateLimit: '"default";r=599;t=26, "organization";r=699;t=26',
      'RateLimit-Limit': '600',
      'RateLimit-Remaining': '599',
      'RateLimit-Reset': '26',
    })
    expect(rateLimitHeaders(await takeAll({ id: 'b', quota: 5000 }))).to.include({
      'RateLimit-Limit': '700',
      'RateLimit-Remaining': '698',
    })
  })

  it('accepts a shared count only if it is higher than its own', () => {
    const counter = createMemoryCounter()
    counter.raise('a', 1, 7)
    counter.raise('a', 1, 3)
    expect(counter.hit('a', 1)).to.equal(8)
    expect(counter.hit('a', 2)).to.equal(1)
  })
})
