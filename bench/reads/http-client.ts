import { Agent, request } from 'node:http'
import { respondAs } from '../worker.ts'
import { closedLoop, type Load, type Window } from './closed-loop.ts'

/** Pages to request in turn from a server on localhost. */
export interface HttpTarget {
  port: number
  paths: readonly string[]
  headers: Record<string, string>
  /** The body of a POST. Without it, requests are GET. */
  body?: string
}

export type HttpClient = {
  /** Adds targets by name. */
  load(targets: Record<string, HttpTarget>): void
  run(load: Load & { target: string }): Promise<Window>
}

const agent = new Agent({ keepAlive: true })
const nowhere: HttpTarget = { port: 0, paths: [], headers: {} }
const targets = new Map<string, HttpTarget>()

respondAs<HttpClient>({
  load(given) {
    for (const [name, target] of Object.entries(given)) targets.set(name, target)
  },
  run({ target, ...load }) {
    const { port, paths, headers, body } = targets.get(target) ?? nowhere
    return closedLoop((turn) => ask({ port, path: paths[turn % paths.length] ?? '', headers, body }), load)
  },
})

interface HttpRequest extends Omit<HttpTarget, 'paths' | 'body'> {
  path: string
  body: string | undefined
}

/** Reads the whole body without parsing it, as an efficient client would. */
function ask({ port, path, headers, body }: HttpRequest): Promise<number> {
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, path, headers, method }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes)
        else reject(new Error(`${path} returned ${response.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
