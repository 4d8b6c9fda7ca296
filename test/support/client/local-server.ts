import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ProblemCode, problems } from '../../../schemas/problem.ts'

export interface Arrived {
  method: string
  /** Path and query. */
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: string
  /** The number of earlier requests. */
  at: number
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Text is sent unchanged, and anything else as JSON. */
  body?: unknown
}

export interface LocalServer {
  url: string
  requests: Arrived[]
  close(): void
}

/** A server on a free port whose responses the test defines; null closes the connection without a response. */
export async function serveAnswers(answerTo: (request: Arrived) => Answer | null): Promise<LocalServer> {
  const requests: Arrived[] = []
  const server = createServer(async (req, res) => {
    const { method = '', url: path = '', headers } = req
    const request = { method, path, headers, body: await text(req), at: requests.length }
    requests.push(request)
    const answer = answerTo(request)
    if (answer === null) {
      req.socket.destroy()
      return
    }
    const { status, body } = answer
    res.writeHead(status, { 'Content-Type': 'application/json', ...answer.headers })
    res.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export const REQUEST_ID = '7d0c2f4e-3b7a-4d61-9a55-0d4a5b1f8e21'

/** A problem as the service returns it. */
export function problemAnswer(code: ProblemCode, headers: Record<string, string> = {}, more: object = {}): Answer {
  const { status, title, retryable, recovery } = problems[code]
  const ids = { requestId: REQUEST_ID, correlationId: REQUEST_ID }
  const type = `https://api.example.com/docs/problems/${code}`
  const body = { type, title, status, detail: `Of ${code}.`, code, ...ids, retryable, recovery, ...more }
  return { status, headers: { 'Content-Type': 'application/problem+json', ...headers }, body }
}
