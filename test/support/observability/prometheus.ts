import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { freePort } from '../processes/free-port.ts'
import { until } from '../until.ts'
import { prometheusFile } from './alert-rules.ts'

export interface FiringAlert {
  labels: Record<string, string>
  annotations: Record<string, string>
}

export type Targets = Record<string, Record<string, string[]>>

export interface TestPrometheus {
  /** The number of series that a query returns now. */
  count(query: string): Promise<number>
  /** The health of each rule by name, `ok` once it was evaluated. */
  rules(): Promise<Map<string, string>>
  firing(): Promise<FiringAlert[]>
  stop(): Promise<void>
}

/**
 * Starts the prometheus that is in PATH with the configuration and rules that operators load, except for the targets,
 * short intervals and waiting times, and the range of expressions if `window` sets one, such as 30s.
 * @param targets hosts and ports by job and installation
 */
export async function startPrometheus(targets: Targets, window?: string): Promise<TestPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-prometheus-'))
  writeFileSync(join(folder, 'prometheus.yml'), configurationFor(targets))
  const rules = prometheusFile('alerts.yml').replace(/^( +for: )\w+$/gm, '$11s')
  writeFileSync(join(folder, 'alerts.yml'), window ? rules.replace(/\[\w+\]/g, `[${window}]`) : rules)
  const address = `127.0.0.1:${await freePort()}`
  const files = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn('prometheus', [...files, `--web.listen-address=${address}`, '--log.level=warn'], {
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'exit')

  async function get<T>(path: string): Promise<T> {
    const answer = await fetch(`http://${address}/api/v1/${path}`)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }

  await until('Prometheus', async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended: ${output}`)
    return (await fetch(`http://${address}/-/ready`).catch(() => null))?.ok
  })
  return {
    async count(query) {
      const { result } = await get<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`)
      return result.length
    },
    async rules() {
      const { groups } = await get<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')
      return new Map(groups.flatMap(({ rules }) => rules.map(({ name, health }) => [name, health] as const)))
    },
    async firing() {
      const { alerts } = await get<{ alerts: (FiringAlert & { state: string })[] }>('alerts')
      return alerts.filter(({ state }) => state === 'firing')
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configurationFor(targets: Targets): string {
  const configuration: { global: object; scrape_configs: { job_name: string }[] } = parse(
    prometheusFile('prometheus.yml'),
  )
  return stringify({
    ...configuration,
    global: { ...configuration.global, scrape_interval: '5s', evaluation_interval: '1s' },
    scrape_configs: configuration.scrape_configs.map(({ job_name }) => {
      const groups = Object.entries(targets[job_name] ?? {})
      return {
        job_name,
        static_configs: groups.map(([installation, addresses]) => ({ targets: addresses, labels: { installation } })),
      }
    }),
  })
}
