import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { stopwatch } from '../stopwatch.ts'
import { until } from '../until.ts'

/** Callers that send requests until they are stopped, and collect errors. */
export interface Callers {
  /** The number of successful runs of each job. */
  done: Map<string, number>
  faults: string[]
  /** The number of retries that a response asked for. */
  repeated(): number
  /** The longest duration of a response in milliseconds. */
  longestMs(): number
  stop(): Promise<void>
}

interface Called {
  url: string
  token: string
  /** The IDs of all entities of the organization, in the order of searchEntities. */
  ids: readonly string[]
  /** Whether callers retry after a 503 with Retry-After, as clients do. If not, a 503 is an error. */
  isPatient?: boolean
}

interface ExportAnswer {
  data: { status: string; sha256: string | null; byteSize: number | null; links: { self: string; download: string } }
}

/** Starts callers that repeatedly read all pages, call MCP tools, and create and download exports in two parts. */
export function startCallers({ url, token, ids, isPatient = false }: Called): Callers {
  const done = new Map<string, number>()
  const faults: string[] = []
  let longest = 0
  let repeated = 0
  let isStopped = false
  const authorized = { Authorization: `Bearer ${token}` }

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const tookMs = stopwatch()
    const answer = await fetch(url + path, { ...init, headers: { ...authorized, ...init.headers } })
    longest = Math.max(longest, tookMs())
    const retryAfter = answer.headers.get('retry-after')
    if (isPatient && answer.status === 503 && retryAfter !== null) {
      repeated += 1
      await delay(1000 * Number(retryAfter))
      return ask(path, init)
    }
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  const jobs = {
    async pages() {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path = `/v1/entities?limit=50${cursor && `&cursor=${cursor}`}`
        const answer = (await (await ask(path)).json()) as { data: { id: string }[]; links: { next: string | null } }
        seen.push(...answer.data.map(({ id }) => id))
        cursor = answer.links.next
      }
      if (seen.join() !== ids.join())
        throw new Error(`the pages contain ${seen.length} of ${ids.length} entities, or another order`)
    },
    async tools() {
      const params = { name: 'search_entities', arguments: { limit: 20 } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
      const answer = await ask('/mcp', { method: 'POST', headers, body })
      const { result } = (await answer.json()) as { result?: { structuredContent?: { data: unknown[] } } }
      if (result?.structuredContent?.data.length !== 20) throw new Error(`a tool answered ${JSON.stringify(result)}`)
    },
    async exports() {
      const body = JSON.stringify({ kind: 'entities' })
      const headers = { 'Content-Type': 'application/json' }
      const created = (await (await ask('/v1/exports', { method: 'POST', headers, body })).json()) as ExportAnswer
      const { data } = await until('an export', async () => {
        const found = (await (await ask(created.data.links.self)).json()) as ExportAnswer
        return ['completed', 'failed'].includes(found.data.status) && found
      })
      if (data.byteSize === null) throw new Error(`an export is ${data.status}`)
      const half = Math.floor(data.byteSize / 2)
      const hash = createHash('sha256')
      for (const range of [`bytes=0-${half - 1}`, `bytes=${half}-`]) {
        const part = await ask(data.links.download, { headers: { Range: range, 'Accept-Encoding': 'identity' } })
        hash.update(Buffer.from(await part.arrayBuffer()))
      }
      if (hash.digest('hex') !== data.sha256) throw new Error('a downloaded file does not match its checksum')
    },
  }

  const running = Object.entries(jobs).map(async ([name, job]) => {
    while (!isStopped) {
      await job().then(
        () => done.set(name, (done.get(name) ?? 0) + 1),
        (error: Error) => faults.push(`${name}: ${error.message} ${error.cause ?? ''}`),
      )
    }
  })
  return {
    done,
    faults,
    repeated: () => repeated,
    longestMs: () => longest,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}
