import { expect } from 'chai'
import { type CredentialUse, createLastUsed } from '../../../api/auth/last-used.ts'
import { createLog } from '../../../api/observability/log.ts'
import { until } from '../../support/until.ts'

const start = Date.parse('2027-03-14T02:10:00.000Z')
const log = createLog('silent')

function lastUsed(intervalMs = 60_000) {
  const state = { nowMs: start, batches: [] as CredentialUse[][], refusing: null as PromiseWithResolvers<void> | null }
  const write = async (uses: CredentialUse[]) => {
    await state.refusing?.promise
    state.batches.push(uses)
  }
  return Object.assign(createLastUsed({ write, log, now: () => state.nowMs, intervalMs }), { state })
}

describe('last use of credentials', () => {
  it('is stored once for many uses, with the latest time', async () => {
    const { touch, close, state } = lastUsed()
    for (const id of ['b', 'a', 'b']) {
      touch(id)
      state.nowMs += 1000
    }
    expect(state.batches).to.deep.equal([])
    await close()
    expect(state.batches).to.deep.equal([
      [
        { id: 'a', at: '2027-03-14T02:10:01.000Z' },
        { id: 'b', at: '2027-03-14T02:10:02.000Z' },
      ],
    ])
  })

  it('is stored periodically, and only if the credential was used', async () => {
    const { touch, close, state } = lastUsed(10)
    touch('a')
    await until('the first batch', () => state.batches.length === 1)
    await close()
    expect(state.batches).to.have.length(1)
  })

  it('is stored by the next write if one fails, and an older time never replaces it', async () => {
    const { touch, flush, close, state } = lastUsed()
    touch('a')
    touch('b')
    state.refusing = Promise.withResolvers<void>()
    const failing = flush()
    await new Promise((resolve) => setImmediate(resolve))
    state.nowMs += 5000
    touch('a')
    state.refusing.reject(new Error('away'))
    await failing
    state.refusing = null
    await close()
    expect(state.batches.flat()).to.deep.equal([
      { id: 'a', at: '2027-03-14T02:10:05.000Z' },
      { id: 'b', at: '2027-03-14T02:10:00.000Z' },
    ])
  })

  it('is stored in batches of at most 1,000', async () => {
    const { touch, close, state } = lastUsed()
    for (let id = 0; id < 2500; id += 1) touch(`k${id}`)
    await close()
    expect(state.batches.map(({ length }) => length)).to.deep.equal([1000, 1000, 500])
  })
})
