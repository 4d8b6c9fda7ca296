import { expect } from 'chai'
import { createLogins, LoginRefused } from '../../../cypher/login/logins.ts'

const MINUTE_MS = 60_000

describe('logins to Neo4j', () => {
  let now: number
  let attempts: number
  const waits: number[] = []

  beforeEach(() => {
    now = 0
    attempts = 0
    waits.length = 0
  })

  const create = (random = 0) =>
    createLogins({ now: () => now, random: () => random, onRefused: (_, waitMs) => waits.push(waitMs) })
  const login = async () => {
    attempts += 1
  }
  const refusedBy = (name: string) => async () => {
    attempts += 1
    throw Object.assign(new Error('refused'), { code: `Neo.ClientError.Security.${name}` })
  }
  const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

  it('are tried once for all waiting connections after a wrong password, and not again for one to two minutes', async () => {
    const logins = create(0.5)
    const errors = await Promise.all(Array.from({ length: 50 }, () => failure(logins.run(refusedBy('Unauthorized')))))
    expect(attempts).to.equal(1)
    for (const error of errors) {
      expect(error).to.be.instanceOf(LoginRefused)
      expect(error).to.have.property('code', 'Neo.ClientError.Security.Unauthorized')
    }
    expect(waits).to.deep.equal([1.5 * MINUTE_MS])
    now = 1.5 * MINUTE_MS - 1
    await failure(logins.run(login))
    expect(attempts).to.equal(1)
    now += 1
    await logins.run(login)
    expect(logins.refusal()).to.equal(null)
  })

  it('are tried at increasing intervals, which start over after a success', async () => {
    const logins = create()
    for (let n = 0; n < 7; n += 1) {
      await failure(logins.run(refusedBy('Unauthorized')))
      now += waits.at(-1) ?? 0
    }
    expect(waits.map((ms) => ms / MINUTE_MS)).to.deep.equal([1, 2, 4, 8, 16, 16, 16])
    await logins.run(login)
    await failure(logins.run(refusedBy('Unauthorized')))
    expect(waits.at(-1)).to.equal(MINUTE_MS)
  })

  it('wait 5 s if the user is locked, however often that happens', async () => {
    const logins = create()
    for (let n = 0; n < 4; n += 1) {
      await failure(logins.run(refusedBy('AuthenticationRateLimit')))
      now += waits.at(-1) ?? 0
    }
    expect(waits).to.deep.equal([5000, 5000, 5000, 5000])
  })

  it('wait the first interval if the password is wrong after a lock, because a lock is no evidence about it', async () => {
    const logins = create()
    for (const name of ['AuthenticationRateLimit', 'AuthenticationRateLimit', 'Unauthorized']) {
      await failure(logins.run(refusedBy(name)))
      now += waits.at(-1) ?? 0
    }
    expect(waits.at(-1)).to.equal(MINUTE_MS)
  })

  it('wait at most 2 s for one that hangs', async () => {
    const logins = create()
    void logins.run(() => new Promise(() => {}))
    await logins.run(login)
    expect(attempts).to.equal(1)
  }).timeout(30_000)

  it('run one at a time, and two at a time after a success', async () => {
    const logins = create()
    let running = 0
    let most = 0
    const slow = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
    }
    await logins.run(login)
    await Promise.all(Array.from({ length: 10 }, () => logins.run(slow)))
    expect(most).to.equal(2)
  })

  it('are retried immediately after other errors', async () => {
    const logins = create()
    const broken = async () => {
      throw Object.assign(new Error('hung up'), { code: 'ServiceUnavailable' })
    }
    expect(await failure(logins.run(broken))).to.have.property('code', 'ServiceUnavailable')
    await logins.run(login)
    expect([attempts, waits]).to.deep.equal([1, []])
  })

  it('are hopeless for a process that was never logged in, and retried for one that was', async () => {
    const stale = create()
    await failure(stale.run(refusedBy('Unauthorized')))
    expect(stale.hopeless()).to.be.instanceOf(LoginRefused)
    const healthy = create()
    await healthy.run(login)
    await failure(healthy.run(refusedBy('AuthenticationRateLimit')))
    expect(healthy.hopeless()).to.equal(null)
    let free = 0
    const work = async () => (free++ < 3 ? healthy.run(login) : 'read')
    expect(await healthy.ridingOut(work, 60_000)).to.equal('read')
    expect(await failure(stale.ridingOut(() => stale.run(login), 60_000))).to.be.instanceOf(LoginRefused)
  })

  it('are retried until the time limit by a process that was logged in', async () => {
    const logins = create()
    await logins.run(login)
    await failure(logins.run(refusedBy('AuthenticationRateLimit')))
    expect(await failure(logins.ridingOut(() => logins.run(login), 250))).to.be.instanceOf(LoginRefused)
    expect(attempts).to.equal(2)
  }).timeout(30_000)
})
