import { expect } from 'chai'
import { rateLimitHeaders } from '../../../api/http/headers.ts'
import { createMemoryCounter, createRateLimit } from '../../../api/limits/rate-limit.ts'

const minute = Date.parse('2027-03-14T02:10:00.000Z')

function limitAt(startMs: number) {
  const clock = { nowMs: startMs }
  return { clock, take: createRateLimit(createMemoryCounter(), () => clock.nowMs) }
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
    const { take } = limitAt(minute + 34_000)
    expect(rateLimitHeaders(await take({ id: 'a', quota: 600 }))).to.deep.equal({
      'RateLimit-Policy': '"default";q=600;w=60',
      RateLimit: '"default";r=599;t=26',
      'RateLimit-Limit': '600',
      'RateLimit-Remaining': '599',
      'RateLimit-Reset': '26',
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
