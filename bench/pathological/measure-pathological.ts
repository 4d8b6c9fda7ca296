import { createOrganization } from '../../cypher/system/credentials.ts'
import { hashOfKey } from '../../cypher/system/hash-of-key.ts'
import { onLeave } from '../../dev/runtime/on-leave.ts'
import {
  type PathologicalRequest,
  pathologicalRequests,
  statusOf,
} from '../../test/support/api/pathological-requests.ts'
import { issueCredential } from '../issue-credential.ts'
import { describeMachine, loadNow } from '../machine.ts'
import { round, table } from '../report/table.ts'
import { openWorld, type World } from '../world.ts'

/** The number of requests in the report: those that delayed the other caller most. */
const SHOWN = 25
const TARGET_MS = 100
const ORGANIZATION = 'pathological'
const TRIES = 3

/**
 * One request and its effect on another caller, in milliseconds: the minimum of several tries, as the machine adds
 * pauses.
 */
interface Stall {
  name: string
  status: number
  /** The time from the request to its response. */
  tookMs: number
  /** The longest latency of the other caller during the request. */
  stallMs: number
}

/** Sends each request alone to a running API, while another caller sends ordinary requests. */
async function measure(world: World): Promise<{ stalls: Stall[]; aloneMs: number }> {
  const organization = { key: ORGANIZATION, hash: hashOfKey(ORGANIZATION), name: 'Pathological' }
  const now = new Date().toISOString()
  await world.graph.write((run) => run(createOrganization, null, { ...organization, now }))
  const token = (await issueCredential(world, ORGANIZATION)).headers.Authorization.replace('Bearer ', '')
  const api = await world.start('api')
  const url = `http://127.0.0.1:${world.apiPort}`
  const caller = startCaller(url, (await issueCredential(world, ORGANIZATION)).headers)
  const requests = pathologicalRequests({ token, mcpToken: token, download: await exported(url, token) })
  for (const request of requests.slice(0, 100)) await statusOf(world.apiPort, request)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const aloneMs = caller.longestMs()
  const stalls: Stall[] = []
  for (const request of requests) stalls.push(await leastOf(world.apiPort, request, caller))
  caller.stop()
  await api.stop()
  return { stalls, aloneMs }
}

async function leastOf(port: number, request: PathologicalRequest, caller: Caller): Promise<Stall> {
  const tries: Stall[] = []
  while (tries.length < TRIES && tries.every(({ stallMs }) => stallMs > TARGET_MS / 4)) {
    caller.longestMs()
    const begun = performance.now()
    const status = await statusOf(port, request)
    const tookMs = performance.now() - begun
    await caller.next()
    tries.push({ name: request.name, status, tookMs, stallMs: caller.longestMs() })
  }
  return tries.reduce((least, one) => (one.stallMs < least.stallMs ? one : least))
}

interface Caller {
  /** The longest latency since the previous call. */
  longestMs(): number
  /** Resolves after one more complete request. */
  next(): Promise<void>
  stop(): void
}

/** Starts a caller that sends ordinary requests one after the other. */
function startCaller(url: string, headers: Record<string, string>): Caller {
  let [longest, isRunning] = [0, true]
  let done = Promise.resolve()
  const call = async () => {
    const begun = performance.now()
    const answer = await fetch(`${url}/v1/entity-types`, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`Another caller got ${answer.status}`)
    longest = Math.max(longest, performance.now() - begun)
  }
  const loop = async () => {
    while (isRunning) {
      done = call()
      await done
    }
  }
  void loop()
  return {
    longestMs() {
      const found = longest
      longest = 0
      return found
    },
    async next() {
      await done
      await done
    },
    stop() {
      isRunning = false
    },
  }
}

/** The path of the file of a new export. */
async function exported(url: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const created = await fetch(`${url}/v1/exports`, { method: 'POST', body: '{"kind":"entities"}', headers })
  const { data } = (await created.json()) as { data: { links: { self: string; download: string } } }
  for (;;) {
    const job = (await (await fetch(url + data.links.self, { headers })).json()) as { data: { status: string } }
    if (job.data.status === 'completed') return data.links.download
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function report({ stalls, aloneMs }: { stalls: readonly Stall[]; aloneMs: number }): string {
  const longest = stalls.toSorted((a, b) => b.stallMs - a.stallMs)
  const rows = longest.slice(0, SHOWN).map(({ name, status, tookMs, stallMs }) => {
    return [name, status, round(tookMs), round(stallMs)]
  })
  const failed = stalls.filter(({ status }) => status >= 500 || Number.isNaN(status)).length
  const over = stalls.filter(({ stallMs }) => stallMs > TARGET_MS).length
  return [
    table(['request', 'status', 'took ms', 'longest stall of another caller, ms'], rows),
    '',
    `${stalls.length} requests: ${over} stalled another caller for over ${TARGET_MS} ms, ${failed} ended in a 5xx.`,
    `Alone, the longest request of the other caller took ${round(aloneMs)} ms.`,
  ].join('\n')
}

function onProgress(line: string): void {
  console.error(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

const loadBefore = loadNow()
const world = await openWorld(onProgress)
onLeave(() => world.close().finally(() => process.exit(1)))
const measured = await measure(world)
const { cores, processor, node } = await describeMachine(world, loadBefore)
console.log(`${cores} x ${processor}; Node ${node}; load before: ${loadBefore}\n\n${report(measured)}`)
await world.close()
process.exit()
