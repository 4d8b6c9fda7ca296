import { expect } from 'chai'
import { createAuthenticationThrottle } from '../../../api/auth/authentication-throttle.ts'

const minute = Date.parse('2027-03-14T02:10:00.000Z')

function throttleAt(startMs: number) {
  const clock = { nowMs: startMs }
  return { clock, throttle: createAuthenticationThrottle(() => clock.nowMs) }
}

function failTimes(throttle: ReturnType<typeof createAuthenticationThrottle>, address: string, times: number): void {
  for (let time = 0; time < times; time += 1) throttle.fail(address)
}

function lookups(throttle: ReturnType<typeof createAuthenticationThrottle>, address: string, times: number): number {
  return Array.from({ length: times }, () => throttle.mayLookUp(address)).filter(Boolean).length
}

describe('the authentication throttle', () => {
  it('allows every look-up until 300 authentications from an IP address have failed within a minute', () => {
    const { throttle } = throttleAt(minute)
    failTimes(throttle, '192.0.2.1', 299)
    expect(lookups(throttle, '192.0.2.1', 50)).to.equal(50)
    throttle.fail('192.0.2.1')
    expect(lookups(throttle, '192.0.2.1', 50)).to.equal(10)
  })

  it('then allows ten look-ups per second, and all of them again in the next minute', () => {
    const { clock, throttle } = throttleAt(minute + 58_500)
    failTimes(throttle, '192.0.2.1', 300)
    expect(lookups(throttle, '192.0.2.1', 50)).to.equal(10)
    clock.nowMs = minute + 59_000
    expect(lookups(throttle, '192.0.2.1', 50)).to.equal(10)
    clock.nowMs = minute + 60_000
    expect(lookups(throttle, '192.0.2.1', 50)).to.equal(50)
  })

  it('counts each IP address separately, and returns its remaining quota', () => {
    const { throttle } = throttleAt(minute + 20_000)
    failTimes(throttle, '192.0.2.1', 301)
    expect(lookups(throttle, '192.0.2.2', 50)).to.equal(50)
    expect(throttle.quota('192.0.2.1')).to.deep.include({
      policy: 'address',
      limit: 300,
      remaining: 0,
      resetSeconds: 40,
    })
    expect(throttle.quota('192.0.2.2')).to.deep.include({ remaining: 300 })
  })

  it('counts an IPv6 /64 network as one address, and a mapped address as its IPv4 address', () => {
    const { throttle } = throttleAt(minute)
    failTimes(throttle, '2001:db8:0:1::1', 300)
    expect(throttle.quota('2001:db8:0:1:ffff::2').remaining).to.equal(0)
    expect(throttle.quota('2001:db8:0:2::1').remaining).to.equal(300)
    failTimes(throttle, '::ffff:192.0.2.1', 5)
    expect(throttle.quota('192.0.2.1').remaining).to.equal(295)
  })
})
