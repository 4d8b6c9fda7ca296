import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What the endpoint received: the header `Authorization`, and the form. */
export interface TokenRequest {
  authorization: string | undefined
  form: Record<string, string>
}

/** An OAuth token endpoint that issues JWTs of a given lifetime, signed with RS256, or returns another response. */
export async function startTokenEndpoint(lifetimeSeconds: number) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const requests: TokenRequest[] = []
  let response: { status: number; body: unknown } | null = null

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(req)))
    requests.push({ authorization: req.headers.authorization, form })
    const issued = { access_token: signedToken(privateKey, lifetimeSeconds), expires_in: lifetimeSeconds }
    const { status, body } = response ?? { status: 200, body: issued }
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer((req, res) => void respond(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }
  return {
    url: `http://127.0.0.1:${port}/token`,
    requests,
    keys: { keys: [jwk] },
    /** Sets a response for all further requests. Null issues tokens again. */
    respondWith: (other: typeof response) => {
      response = other
    },
    token: () => signedToken(privateKey, lifetimeSeconds),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function signedToken(key: KeyObject, lifetimeSeconds: number): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: 'tda', aud: 'kafka', scope: 'kafka', iat: now, exp: now + lifetimeSeconds }
  const parts = [{ alg: 'RS256', typ: 'JWT', kid: 'test' }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
