import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { until } from '../until.ts'
import { freePort } from './free-port.ts'

/** A process behind the proxy. */
export interface Behind {
  port: number
  adminPort: number
}

/** HAProxy with the configuration of deploy/, in front of these servers. */
export interface HaProxy {
  url: string
  stop(): Promise<void>
}

/** Starts the haproxy that is in PATH. @throws Error with its output if it ends immediately */
export async function startHaProxy(servers: readonly Behind[]): Promise<HaProxy> {
  const port = await freePort()
  const shipped = readFileSync(join(projectFolder, 'deploy/haproxy/haproxy.cfg'), 'utf8')
  const lines = shipped.split('\n').filter((line) => !line.startsWith('  server '))
  const own = servers.map(({ port, adminPort }, at) => `  server s${at} 127.0.0.1:${port} check port ${adminPort}`)
  const text = [...lines, ...own, ''].join('\n').replace('bind 127.0.0.1:8000', `bind 127.0.0.1:${port}`)
  const file = join(tmpdir(), `tda-haproxy-${port}.cfg`)
  writeFileSync(file, text)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part))
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${output}`)
    return (await fetch(`${url}/openapi.json`).catch(() => null))?.ok
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(file)
    },
  }
}
