import { mock } from 'node:test'
import { expect } from 'chai'
import fc from 'fast-check'
import { ApiError } from '../../../api/core/errors.ts'
import { createFairScheduler, type FairScheduler } from '../../../api/limits/fair-scheduler.ts'

/** A scheduler whose requests end when the test calls `end`, with a clock that only `pass` and mocked timers advance. */
function stage(atOnce: number) {
  let now = 0
  const counts = { running: 0, waiting: 0, refused: 0, begun: 0 }
  const scheduler: FairScheduler = createFairScheduler({
    atOnce,
    waitMs: 2300,
    elapsed: () => now,
    events: {
      onRunning: (count) => {
        counts.running = count
      },
      onWaiting: (count) => {
        counts.waiting = count
      },
      onBegun: () => {
        counts.begun += 1
      },
      onRefused: () => {
        counts.refused += 1
      },
    },
  })
  const running: { name: string; organization: string; end: PromiseWithResolvers<void> }[] = []
  const begun: string[] = []
  return {
    counts,
    begun,
    running,
    pass(milliseconds: number) {
      now += milliseconds
    },
    ask(organization: string, name = organization, signal?: AbortSignal): Promise<string> {
      const end = Promise.withResolvers<void>()
      const work = async () => {
        begun.push(name)
        running.push({ name, organization, end })
        await end.promise
        return name
      }
      return scheduler.run(organization, work, signal)
    },
    async end(name: string, error?: Error) {
      const at = running.findIndex((one) => one.name === name)
      const [found] = running.splice(at, 1)
      if (at < 0 || !found) throw new Error(`${name} does not run`)
      if (error) found.end.reject(error)
      else found.end.resolve()
      await settled()
    },
    whenIdle: scheduler.whenIdle,
    of: (organization: string) => running.filter((one) => one.organization === organization).length,
  }
}

/** Resolves after all promises that are already settled have run their callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('the fair scheduler', () => {
  // Requests that still wait at the end of a test must not be rejected later, when nothing handles the rejection.
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  it('starts the requests of one organization in the order of arrival', async () => {
    const { ask, begun, end } = stage(1)
    for (const name of ['first', 'second', 'third']) void ask('alderby', name)
    await settled()
    expect(begun).to.deep.equal(['first'])
    await end('first')
    await end('second')
    expect(begun).to.deep.equal(['first', 'second', 'third'])
  })

  it('keeps a quarter of its slots free, so that a request of another organization starts immediately', async () => {
    const { ask, of } = stage(8)
    for (let at = 0; at < 20; at += 1) void ask('alderby', `a${at}`)
    await settled()
    expect(of('alderby')).to.equal(6)
    void ask('brannock')
    void ask('corvane')
    await settled()
    expect([of('brannock'), of('corvane')]).to.deep.equal([1, 1])
  })

  it('limits an organization to a quarter while another was active recently, and not after that', async () => {
    const { ask, end, of, pass, running } = stage(8)
    void ask('brannock')
    await settled()
    await end('brannock')
    for (let at = 0; at < 20; at += 1) void ask('alderby', `a${at}`)
    await settled()
    expect(of('alderby')).to.equal(2)
    pass(10_000)
    await end(running[0]?.name ?? '')
    expect(of('alderby')).to.equal(6)
  })

  it('limits an organization to a quarter as long as a request of another is running', async () => {
    const { ask, of, pass } = stage(8)
    void ask('brannock')
    await settled()
    pass(10_000)
    for (let at = 0; at < 20; at += 1) void ask('alderby', `a${at}`)
    await settled()
    expect(of('alderby')).to.equal(2)
  })

  it('gives the next slot to an organization without running requests, first to the one that has used the least time', async () => {
    const { ask, begun, end, pass } = stage(4)
    void ask('alderby', 'a1')
    void ask('brannock', 'b1')
    await settled()
    pass(100)
    await end('a1')
    pass(100)
    await end('b1')
    for (const name of ['corvane', 'dunmore', 'everby', 'farrow']) void ask(name)
    void ask('brannock', 'b2')
    void ask('alderby', 'a2')
    void ask('corvane', 'c2')
    await settled()
    expect(begun.slice(2)).to.deep.equal(['corvane', 'dunmore', 'everby', 'farrow'])
    await end('dunmore')
    await end('everby')
    expect(begun.slice(6), 'alderby has used less than brannock, corvane has one running').to.deep.equal(['a2', 'b2'])
    await end('corvane')
    expect(begun.at(-1)).to.equal('c2')
  })

  it('gives no credit for a pause: a returning organization starts at the lowest usage of the active ones', async () => {
    const { ask, begun, end, pass } = stage(1)
    for (const name of ['a1', 'a2', 'a3']) void ask('alderby', name)
    await settled()
    pass(5000)
    await end('a1')
    for (const name of ['b1', 'b2']) void ask('brannock', name)
    pass(100)
    await end('a2')
    pass(200)
    await end('b1')
    await end('a3')
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('frees the slot of a request that fails, and passes on its error', async () => {
    const { ask, begun, counts, end } = stage(1)
    const failing = failureOf(ask('alderby', 'first'))
    void ask('alderby', 'second')
    await settled()
    const error = new Error('no')
    await end('first', error)
    expect(await failing).to.equal(error)
    expect(begun).to.deep.equal(['first', 'second'])
    await end('second')
    expect(counts).to.deep.equal({ running: 0, waiting: 0, refused: 0, begun: 2 })
  })

  it('skips requests that were aborted before or while they waited', async () => {
    const { ask, begun, counts, end } = stage(1)
    const gone = new AbortController()
    void ask('alderby', 'first')
    const given = failureOf(ask('alderby', 'second', gone.signal))
    void ask('alderby', 'third')
    await settled()
    gone.abort()
    expect(await given).to.include({ name: 'GraphError', kind: 'timeout' })
    expect(await failureOf(ask('alderby', 'late', gone.signal))).to.include({ name: 'GraphError', kind: 'timeout' })
    expect(counts).to.include({ waiting: 1, refused: 0 })
    await end('first')
    expect(begun).to.deep.equal(['first', 'third'])
  })

  it('rejects a request if 100 of the same organization are waiting, and none of others', async () => {
    const { ask, begun, counts, running, end } = stage(4)
    const asked = Array.from({ length: 110 }, (_, at) => ask('alderby', `a${at}`))
    const refused = await Promise.all(asked.slice(103).map(failureOf))
    expect(refused.every((error) => error instanceof ApiError && error.code === 'overloaded')).to.equal(true)
    expect(counts).to.deep.equal({ running: 3, waiting: 100, refused: 7, begun: 3 })
    void ask('brannock')
    await settled()
    expect(begun.at(-1)).to.equal('brannock')
    while (running[0]) await end(running[0].name)
    expect(counts).to.deep.equal({ running: 0, waiting: 0, refused: 7, begun: 104 })
  })

  it('rejects a request that has waited too long', async () => {
    const { ask, begun, counts, end } = stage(1)
    void ask('alderby', 'first')
    const late = failureOf(ask('alderby', 'second'))
    await settled()
    mock.timers.tick(2300)
    const error = await late
    expect(error).to.be.instanceOf(ApiError).and.to.include({ code: 'overloaded' })
    await end('first')
    void ask('alderby', 'third')
    await settled()
    expect(begun).to.deep.equal(['first', 'third'])
    expect(counts).to.deep.equal({ running: 1, waiting: 0, refused: 1, begun: 2 })
  })

  it('resumes background work when no slot is in use, or after a maximum delay', async () => {
    const { ask, end, whenIdle } = stage(4)
    const gone: string[] = []
    const piece = (name: string) => whenIdle(20).then(() => gone.push(name))
    await piece('at once')
    void ask('alderby')
    void ask('brannock')
    void piece('after both')
    await end('alderby')
    expect(gone).to.deep.equal(['at once'])
    await end('brannock')
    expect(gone).to.deep.equal(['at once', 'after both'])
    void ask('alderby')
    void piece('after a while')
    await settled()
    mock.timers.tick(20)
    await settled()
    expect(gone.at(-1)).to.equal('after a while')
  })

  it('delays no other organization while one sends long requests continuously', async () => {
    const { ask, end, of, pass, running, begun } = stage(4)
    let asked = 0
    const askMany = () => {
      while (asked < begun.length + 50) void ask('noisy', `noisy ${asked++}`)
    }
    askMany()
    for (let round = 0; round < 50; round += 1) {
      const before = begun.length
      void ask('quiet', `quiet ${round}`)
      await settled()
      expect(begun.slice(before), 'it waits for nobody').to.deep.equal([`quiet ${round}`])
      await end(`quiet ${round}`)
      pass(1000)
      const noisy = running.find(({ organization }) => organization === 'noisy')
      await end(noisy?.name ?? '')
      askMany()
      expect(of('noisy')).to.be.within(1, 3)
    }
  })

  it('keeps its limits and leaves no slot idle, for any order of arrivals and ends', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ ask: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') }) },
      { weight: 2, arbitrary: fc.record({ end: fc.nat(), used: fc.nat(5000) }) },
      { weight: 1, arbitrary: fc.record({ giveUp: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ pass: fc.nat(12_000) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 80 }), async (atOnce, steps) => {
        const { ask, begun, counts, end, of, pass, running } = stage(atOnce)
        const kept = Math.max(1, Math.floor(atOnce / 4))
        const waiting = new Map<string, { organization: string; gone: AbortController }>()
        const order = new Map<string, string[]>()
        let asked = 0
        const check = () => {
          for (const name of begun) waiting.delete(name)
          expect(counts).to.include({ running: running.length, waiting: waiting.size })
          expect(running.length).to.be.at.most(atOnce)
          for (const organization of order.keys()) {
            const most = Math.max(1, atOnce - kept)
            expect(of(organization)).to.be.at.most(most)
          }
          const idle = [...waiting.values()].filter(({ organization }) => of(organization) === 0)
          if (idle.length > 0)
            expect(running.length, 'who has nothing running waits for a free slot only').to.equal(atOnce)
          if (waiting.size > 0) expect(running.length).to.be.at.least(1)
          for (const [organization, names] of order) {
            const own = begun.filter((name) => name.startsWith(`${organization}:`))
            expect(own).to.deep.equal(names.filter((name) => own.includes(name)))
          }
        }
        for (const each of steps) {
          if ('ask' in each) {
            const name = `${each.ask}:${asked++}`
            const gone = new AbortController()
            waiting.set(name, { organization: each.ask, gone })
            order.set(each.ask, [...(order.get(each.ask) ?? []), name])
            ask(each.ask, name, gone.signal).catch(() => undefined)
            await settled()
          } else if ('end' in each) {
            const one = running[each.end % Math.max(1, running.length)]
            pass(each.used)
            if (one) await end(one.name)
          } else if ('pass' in each) pass(each.pass)
          else {
            const [name, one] = [...waiting][each.giveUp % Math.max(1, waiting.size)] ?? []
            one?.gone.abort()
            if (name) waiting.delete(name)
            await settled()
          }
          check()
        }
        while (running[0]) {
          await end(running[0].name)
          check()
        }
        expect(waiting.size, 'nobody waits for ever').to.equal(0)
        expect(counts).to.include({ running: 0, waiting: 0, refused: 0 })
      }),
      { numRuns: 60 },
    )
  })
})
