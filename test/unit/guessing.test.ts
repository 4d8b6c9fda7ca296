import { expect } from 'chai'
import { createGuessing } from '../../api/guessing.ts'

const minute = Date.parse('2027-03-14T02:10:00.000Z')

function guessingAt(startMs: number) {
  const clock = { nowMs: startMs }
  return { clock, guessing: createGuessing(() => clock.nowMs) }
}

function failTimes(guessing: ReturnType<typeof createGuessing>, address: string, times: number): void {
  for (let time = 0; time < times; time += 1) guessing.fail(address)
}

function lookups(guessing: ReturnType<typeof createGuessing>, address: string, times: number): number {
  return Array.from({ length: times }, () => guessing.mayLookUp(address)).filter(Boolean).length
}

describe('guessing of tokens', () => {
  it('looks up every token until 300 authentications of an address failed in a minute', () => {
    const { guessing } = guessingAt(minute)
    failTimes(guessing, '192.0.2.1', 299)
    expect(lookups(guessing, '192.0.2.1', 50)).to.equal(50)
    guessing.fail('192.0.2.1')
    expect(lookups(guessing, '192.0.2.1', 50)).to.equal(10)
  })

  it('then looks up ten a second, and all again in the next minute', () => {
    const { clock, guessing } = guessingAt(minute + 58_500)
    failTimes(guessing, '192.0.2.1', 300)
    expect(lookups(guessing, '192.0.2.1', 50)).to.equal(10)
    clock.nowMs = minute + 59_000
    expect(lookups(guessing, '192.0.2.1', 50)).to.equal(10)
    clock.nowMs = minute + 60_000
    expect(lookups(guessing, '192.0.2.1', 50)).to.equal(50)
  })

  it('counts each address alone, and shows what it has left', () => {
    const { guessing } = guessingAt(minute + 20_000)
    failTimes(guessing, '192.0.2.1', 301)
    expect(lookups(guessing, '192.0.2.2', 50)).to.equal(50)
    expect(guessing.allowance('192.0.2.1')).to.deep.include({
      policy: 'address',
      limit: 300,
      remaining: 0,
      resetSeconds: 40,
    })
    expect(guessing.allowance('192.0.2.2')).to.deep.include({ remaining: 300 })
  })

  it('takes the addresses of an IPv6 /64 as one, and a mapped address as its IPv4 one', () => {
    const { guessing } = guessingAt(minute)
    failTimes(guessing, '2001:db8:0:1::1', 300)
    expect(guessing.allowance('2001:db8:0:1:ffff::2').remaining).to.equal(0)
    expect(guessing.allowance('2001:db8:0:2::1').remaining).to.equal(300)
    failTimes(guessing, '::ffff:192.0.2.1', 5)
    expect(guessing.allowance('192.0.2.1').remaining).to.equal(295)
  })
})
