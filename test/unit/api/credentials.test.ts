import { expect } from 'chai'
import { createCredentials, type StoredCredential } from '../../../api/auth/credentials.ts'
import { ApiError } from '../../../api/core/errors.ts'
import { hashSecret, mintToken } from '../../../domain/credentials/token.ts'
import { stopwatch } from '../../support/stopwatch.ts'

const start = Date.parse('2027-03-14T02:10:00.000Z')
const at = (offsetMs: number) => new Date(start + offsetMs).toISOString()

function stored(token: ReturnType<typeof mintToken>, changes: Partial<StoredCredential> = {}): StoredCredential {
  return {
    id: token.keyId,
    organization: 'quillmere',
    region: token.region,
    scopes: ['graph:read'],
    name: 'Test',
    kind: 'service',
    createdAt: at(-1000),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    quota: 600,
    secretHash: hashSecret(token.secret).toString('hex'),
    organizationName: 'Quillmere',
    organizationQuota: null,
    suspendedAt: null,
    ...changes,
  }
}

/** Credentials over rows in memory; counts the look-ups. */
function verifier(...rows: StoredCredential[]) {
  const state = {
    nowMs: start,
    lookups: 0,
    mayLookUp: true,
    rows: new Map(rows.map((row) => [row.id, row])),
    beforeAnswer: Promise.resolve() as Promise<unknown>,
  }
  const credentials = createCredentials({
    find: async (id) => {
      state.lookups += 1
      const row = state.rows.get(id) ?? null
      await state.beforeAnswer
      return row
    },
    region: 'local',
    otherRegions: new Set(['eu-1']),
    throttle: { mayLookUp: () => state.mayLookUp },
    now: () => state.nowMs,
    elapsed: () => state.nowMs,
  })
  return Object.assign(state, { verify: (text: string) => credentials.verify(text, '192.0.2.1') })
}

async function codeOf(verified: Promise<unknown>): Promise<string> {
  try {
    await verified
    return 'verified'
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}

describe('credentials', () => {
  it('returns the credential of a valid token, without the hash of its secret', async () => {
    const token = mintToken('local')
    const caller = await verifier(stored(token)).verify(token.text)
    expect(caller.credential).to.include({ id: token.keyId, organization: 'quillmere' })
    expect(caller.credential).not.to.have.any.keys('secretHash', 'suspendedAt')
    expect([...caller.scopes]).to.deep.equal(['graph:read'])
  })

  it('rejects a mistyped, foreign, or overlong token without a look-up', async () => {
    const token = mintToken('local')
    const state = verifier(stored(token))
    const mistyped = token.text.slice(0, -7) + (token.text.at(-7) === 'a' ? 'b' : 'a') + token.text.slice(-6)
    for (const text of [mistyped, '', 'tda_local_x', `${token.text}0`, mintToken('mars-9').text, 'x'.repeat(100_000)]) {
      expect(await codeOf(state.verify(text))).to.equal('invalid_token')
    }
    expect(state.lookups).to.equal(0)
  })

  it('returns wrong_region for a token of another region, without a look-up', async () => {
    const state = verifier()
    expect(await codeOf(state.verify(mintToken('eu-1').text))).to.equal('wrong_region')
    expect(state.lookups).to.equal(0)
  })

  it('rejects unknown IDs, wrong secrets, and expired, revoked, or suspended credentials after the same delay', async () => {
    const [good, expired, revoked, suspended] = [
      mintToken('local'),
      mintToken('local'),
      mintToken('local'),
      mintToken('local'),
    ]
    const wrong = mintToken('local')
    const state = verifier(
      { ...stored(wrong), secretHash: hashSecret('another').toString('hex') },
      stored(expired, { expiresAt: at(0) }),
      stored(revoked, { revokedAt: at(-1) }),
      stored(suspended, { suspendedAt: at(-1) }),
    )
    for (const token of [good, wrong, expired, revoked, suspended]) {
      const [before, tookMs] = [performance.now(), stopwatch()]
      expect(await codeOf(state.verify(token.text))).to.equal('invalid_token')
      expect(performance.now() - before).to.be.at.least(24)
      expect(tookMs()).to.be.below(1000)
    }
    expect(state.lookups).to.equal(5)
  })

  it('rejects a token whose region differs from that of its credential', async () => {
    const token = mintToken('local')
    expect(await codeOf(verifier(stored(token, { region: 'eu-1' })).verify(token.text))).to.equal('invalid_token')
  })

  it('caches a verified token for less than 5 s from the start of its look-up', async () => {
    const token = mintToken('local')
    const state = verifier(stored(token))
    const slow = Promise.withResolvers<void>()
    state.beforeAnswer = slow.promise
    const verified = state.verify(token.text)
    state.nowMs += 3000
    slow.resolve()
    await verified
    state.rows.set(token.keyId, stored(token, { revokedAt: at(1) }))
    state.nowMs = start + 4999
    expect(await codeOf(state.verify(token.text))).to.equal('verified')
    expect(state.lookups).to.equal(1)
    state.nowMs = start + 5000
    expect(await codeOf(state.verify(token.text))).to.equal('invalid_token')
  })

  it('applies an expiry to the millisecond, also to a cached token', async () => {
    const token = mintToken('local')
    const state = verifier(stored(token, { expiresAt: at(1500) }))
    state.nowMs += 1499
    expect(await codeOf(state.verify(token.text))).to.equal('verified')
    state.nowMs += 1
    expect(await codeOf(state.verify(token.text))).to.equal('invalid_token')
  })

  it('does not cache rejections, so that a new token works immediately', async () => {
    const token = mintToken('local')
    const state = verifier()
    expect(await codeOf(state.verify(token.text))).to.equal('invalid_token')
    state.rows.set(token.keyId, stored(token))
    expect(await codeOf(state.verify(token.text))).to.equal('verified')
  })

  it('looks up an ID once for concurrent requests', async () => {
    const token = mintToken('local')
    const state = verifier(stored(token))
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(state.verify(token.text))))
    expect(new Set(codes)).to.deep.equal(new Set(['verified']))
    expect(state.lookups).to.equal(1)
  })

  it('applies the authentication throttle only to tokens that were never verified', async () => {
    const [known, guessed] = [mintToken('local'), mintToken('local')]
    const state = verifier(stored(known), stored(guessed))
    await state.verify(known.text)
    state.mayLookUp = false
    state.nowMs += 60_000
    expect(await codeOf(state.verify(known.text))).to.equal('verified')
    expect(await codeOf(state.verify(guessed.text))).to.equal('rate_limited')
    expect(await codeOf(state.verify('tda_local_x'))).to.equal('invalid_token')
    expect(state.lookups).to.equal(2)
  })

  it('passes on the error of a failed look-up, and looks up again the next time', async () => {
    const token = mintToken('local')
    const state = verifier(stored(token))
    state.beforeAnswer = Promise.reject(new Error('away'))
    expect(await codeOf(state.verify(token.text))).to.equal('Error: away')
    state.beforeAnswer = Promise.resolve()
    expect(await codeOf(state.verify(token.text))).to.equal('verified')
  })
})
