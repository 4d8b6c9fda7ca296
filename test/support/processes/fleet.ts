import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { type ApiProcess, startApiProcess } from '../api/api-process.ts'
import type { TestRedis } from '../api/redis.ts'
import { PATIENCE_MS } from '../graph/patience.ts'
import { until } from '../until.ts'
import { startHaProxy } from './haproxy.ts'
import type { Installation } from './projector.ts'
import type { ProjectorProcess } from './projector-process.ts'

const THREE = [0, 1, 2] as const

/** Three projectors, and three APIs behind a proxy that share their limits and their exports. */
export interface Fleet {
  /** The URL of the proxy. */
  url: string
  apis: readonly ApiProcess[]
  /** Replaces an API by the program in a folder, and waits until the proxy sends it requests. */
  replaceApi(at: number, program?: string): Promise<void>
  replaceProjector(at: number): Promise<void>
  /** Stops all projectors, as an upgrade requires. */
  stopProjectors(): Promise<void>
  startProjectors(program?: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the processes of an installation; needs haproxy. The time for draining is the default one; the time limits of
 * responses are longer, for slow machines.
 * @param program the folder of the program: this checkout, or another version
 */
export async function startFleet(
  installation: Installation,
  redis: TestRedis,
  program: string = projectFolder,
): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-fleet-'))
  const apis: ApiProcess[] = []
  let projectors: ProjectorProcess[] = []

  function startApi(from: string, ports: Partial<Record<'PORT' | 'ADMIN_PORT', string>> = {}): Promise<ApiProcess> {
    const shared = { REDIS_URL: redis.url, EXPORTS_FOLDER: join(folder, 'exports') }
    const times = { DRAIN_MS: '', RESPOND_WITHIN_MS: String(PATIENCE_MS) }
    return startApiProcess({ ...installation.settings, ...shared, ...times, ...ports }, [], from)
  }
  const untilReady = ({ adminUrl }: ApiProcess) =>
    until('the API to be ready', async () => (await fetch(`${adminUrl}/readyz`)).ok)
  const portsOf = ({ url, adminUrl }: ApiProcess) => ({
    port: Number(new URL(url).port),
    adminPort: Number(new URL(adminUrl).port),
  })
  const hasAnswered = (api: ApiProcess) => api.logLines().some(({ status, path }) => status === 200 && path === '/mcp')

  async function endProjector(projector: ProjectorProcess | undefined): Promise<void> {
    projector?.signal('SIGTERM')
    expect(await projector?.ended).to.equal(0)
  }
  /** Starts projectors one after the other: version 1.0 fails if several run migrations at the same time. */
  async function startProjectors(from = projectFolder): Promise<void> {
    projectors = []
    for (const _ of THREE) {
      const projector = await installation.start({}, from)
      projectors.push(projector)
      await projector.untilReady()
    }
  }

  await startProjectors(program)
  apis.push(...(await Promise.all(THREE.map(() => startApi(program)))))
  await Promise.all(apis.map(untilReady))
  const proxy = await startHaProxy(apis.map(portsOf))
  return {
    url: proxy.url,
    apis,
    async replaceApi(at, from = projectFolder) {
      const old = apis[at]
      if (!old) throw new Error(`There is no API ${at}`)
      const { port, adminPort } = portsOf(old)
      old.kill('SIGTERM')
      expect(await old.exited).to.equal(0)
      const fresh = await startApi(from, { PORT: String(port), ADMIN_PORT: String(adminPort) })
      apis[at] = fresh
      await untilReady(fresh)
      await until('the proxy to send it requests', () => hasAnswered(fresh))
    },
    async replaceProjector(at) {
      await endProjector(projectors[at])
      const fresh = await installation.start()
      projectors[at] = fresh
      await fresh.untilReady()
    },
    stopProjectors: async () => void (await Promise.all(projectors.map(endProjector))),
    startProjectors,
    async stop() {
      await proxy.stop()
      for (const api of apis) api.kill('SIGKILL')
      await Promise.all(apis.map(({ exited }) => exited))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
