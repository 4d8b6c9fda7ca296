import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createTokenSource, readToken, TokenNotIssued } from '../../../kafka/oauth-token.ts'
import { startTokenEndpoint } from '../../support/token-endpoint.ts'

const CLIENT = { clientId: 'tda:eu', clientSecret: 'p&ss word' }

describe('tokens for Kafka', () => {
  let endpoint: Awaited<ReturnType<typeof startTokenEndpoint>>
  let nowMs = 0
  const source = (scope?: string) => createTokenSource({ url: endpoint.url, ...CLIENT, scope }, () => nowMs)
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: TokenNotIssued) => error,
    )

  beforeEach(async () => {
    nowMs = 0
    endpoint = await startTokenEndpoint(100)
  })
  afterEach(() => endpoint.close())

  it('are requested with the client credentials grant', async () => {
    await source('kafka write')()
    await source()()
    const authorization = `Basic ${Buffer.from('tda%3Aeu:p%26ss+word').toString('base64')}`
    expect(endpoint.requests).to.deep.equal([
      { authorization, form: { grant_type: 'client_credentials', scope: 'kafka write' } },
      { authorization, form: { grant_type: 'client_credentials' } },
    ])
  })

  it('are shared by concurrent logins, and used for 80% of their lifetime', async () => {
    const token = source()
    const [first, second] = await Promise.all([token(), token()])
    expect(second).to.equal(first)
    nowMs = 79_999
    expect(await token()).to.equal(first)
    expect(endpoint.requests).to.have.length(1)
    nowMs = 80_000
    await token()
    expect(endpoint.requests).to.have.length(2)
  })

  it('are not used when less than 20 s of their lifetime is left', async () => {
    endpoint.respondWith({ status: 200, body: { access_token: 'short', expires_in: '30' } })
    const token = source()
    await token()
    nowMs = 9_999
    await token()
    expect(endpoint.requests).to.have.length(1)
    nowMs = 10_000
    await token()
    expect(endpoint.requests).to.have.length(2)
  })

  it('are used once if the endpoint names no lifetime', async () => {
    endpoint.respondWith({ status: 200, body: { access_token: 'opaque' } })
    const token = source()
    expect([await token(), await token()]).to.deep.equal(['opaque', 'opaque'])
    expect(endpoint.requests).to.have.length(2)
  })

  it('are requested again after a failure', async () => {
    const token = source()
    endpoint.respondWith({ status: 503, body: {} })
    expect(await failure(token())).to.be.instanceOf(TokenNotIssued)
    endpoint.respondWith(null)
    expect((await token()).split('.')).to.have.length(3)
  })

  it('that are not issued have a reason without the secret, and say whether waiting helps', async () => {
    const token = source()
    const outcomes: [number, unknown, string, boolean][] = [
      [401, { error: 'invalid_client' }, 'The token endpoint returned 401 invalid_client', true],
      [400, { error: CLIENT.clientSecret }, 'The token endpoint returned 400', true],
      [429, {}, 'The token endpoint returned 429', false],
      [503, 'down', 'The token endpoint returned 503', false],
      [200, { token: 'x' }, 'The token endpoint returned no access_token', false],
    ]
    for (const [status, body, message, isRefused] of outcomes) {
      endpoint.respondWith({ status, body })
      expect(await failure(token()), String(status)).to.include({ message, isRefused })
    }
    endpoint.close()
    const unreachable = await failure(token())
    expect(unreachable?.message).to.match(/^The token endpoint cannot be reached: (ECONNREFUSED|UND_ERR_SOCKET)$/)
    expect(unreachable?.isRefused).to.equal(false)
  })

  it('are read from a file each time, without line breaks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tda-token-'))
    const file = join(folder, 'token')
    expect(await failure(readToken(file))).to.include({ message: 'KAFKA_OAUTH_TOKEN_FILE cannot be read: ENOENT' })
    writeFileSync(file, '\n')
    expect(await failure(readToken(file))).to.include({ message: 'KAFKA_OAUTH_TOKEN_FILE is empty' })
    for (const token of ['first', 'second']) {
      writeFileSync(file, `${token}\n`)
      expect(await readToken(file)).to.equal(token)
    }
    rmSync(folder, { recursive: true })
  })
})
