import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { Scope } from '../../../schemas/scopes.ts'

const project = join(import.meta.dirname, '../../..')
const text = readFileSync(join(project, 'docker-compose.yml'), 'utf8')

interface Service {
  image: string
  profiles?: string[]
  restart?: string
  ports?: string[]
  networks?: string[]
  command?: string[]
  healthcheck?: { test: string[] }
  environment?: Record<string, unknown>
  logging?: { driver: string; options: Record<string, string> }
  deploy?: { resources: { limits: { cpus: string; memory: string } } }
}
const compose = parse(text, { merge: true })
const services: Record<string, Service> = compose.services
const all = Object.entries(services)

function mebibytes(size: unknown): number {
  const [, number, unit] = /^(\d+)([mg])$/.exec(String(size)) ?? []
  return Number(number) * (unit === 'g' ? 1024 : 1)
}

describe('docker-compose.yml', () => {
  it('restarts every service, except tools that are run by hand', () => {
    expect(Object.keys(services)).to.have.members(['neo4j', 'kafka', 'redis', 'projector', 'api', 'tda'])
    for (const [name, { restart, profiles }] of all) {
      expect(restart, name).to.equal(profiles?.includes('tools') ? undefined : 'unless-stopped')
    }
  })

  it('publishes only the ports of the API and of metrics, on localhost only', () => {
    for (const [name, { ports = [] }] of all) {
      for (const port of ports) expect(port, name).to.match(/^127\.0\.0\.1:(\d+):\1$/)
    }
    const { PORT, ADMIN_PORT, PROJECTOR_ADMIN_PORT } = parseEnvironment({})
    const published = all.flatMap(([, { ports = [] }]) => ports.map((port) => Number(port.split(':').at(-1))))
    expect(published).to.have.members([PORT, ADMIN_PORT, PROJECTOR_ADMIN_PORT])
  })

  it('has the databases in an internal network without published ports', () => {
    for (const name of ['neo4j', 'kafka', 'redis']) {
      expect(services[name]?.networks, name).to.deep.equal(['stores'])
      expect(services[name]?.ports, name).to.equal(undefined)
    }
    expect(compose.networks).to.deep.equal({ stores: { internal: true } })
    expect(services.neo4j?.environment?.NEO4J_server_http_enabled).to.equal('false')
  })

  it('contains no secrets, and does not start without the required ones', () => {
    const secret = /PASSWORD|AUTH|SECRET|TOKEN|KEYS?$/
    const given = all.flatMap(([, { environment = {} }]) => Object.entries(environment))
    const secrets = given.filter(([name]) => secret.test(name))
    expect(secrets.map(([name]) => name)).to.include.members(['NEO4J_PASSWORD', 'NEO4J_AUTH', 'CURSOR_KEYS'])
    for (const [name, value] of secrets) {
      expect(value, name).to.match(/^(neo4j\/)?\$\{(NEO4J_PASSWORD:\?[^}]+|CURSOR_KEYS:-)\}$/)
    }
    const started = all.flatMap(([, { command = [], healthcheck }]) => [...command, ...(healthcheck?.test ?? [])])
    expect(started.join('\n')).to.not.match(/-p (?!"\$\$)|requirepass/)
  })

  it('limits memory, processors, and logs of each service', () => {
    for (const [name, { deploy, logging }] of all) {
      expect(mebibytes(deploy?.resources.limits.memory), name).to.be.greaterThan(0)
      expect(Number(deploy?.resources.limits.cpus), name).to.be.greaterThan(0)
      expect(logging, name).to.deep.equal({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
    }
    const memoryOf = (name: string) => mebibytes(services[name]?.deploy?.resources.limits.memory)
    const settings = services.neo4j?.environment ?? {}
    const heap = mebibytes(settings.NEO4J_server_memory_heap_max__size)
    expect(memoryOf('neo4j') - heap - mebibytes(settings.NEO4J_server_memory_pagecache_size)).to.be.at.least(1024)
    const status = all.filter(([, { profiles }]) => !profiles).map(([name]) => memoryOf(name))
    const [, documented] = /limits in this file add up to (\d+) GiB/.exec(text) ?? []
    expect(Math.ceil(status.reduce((sum, each) => sum + each) / 1024)).to.equal(Number(documented))
  })

  it('uses exact versions of images', () => {
    for (const [name, { image }] of all) expect(image, name).to.match(/:(\d+\.\d+\.\d+|local)(-[a-z]+)?$/)
  })

  it('issues a token with every scope, as the docs do', () => {
    const scopes = Scope.options.filter((scope) => scope !== 'mcp:read').join(',')
    const guide = readFileSync(join(project, 'docs/operate/install.md'), 'utf8')
    const [, inFile] = /--scopes (\S+) --expires 30d/.exec(text) ?? []
    const [, inGuide] = /docker compose run .+ tokens issue .+--scopes (\S+) /.exec(guide) ?? []
    expect([inFile, inGuide]).to.deep.equal([scopes, scopes])
  })
})

describe('the image', () => {
  it('contains every folder that its programs load', () => {
    const copied = readFileSync(join(project, '.dockerignore'), 'utf8').match(/(?<=^!).+/gm) ?? []
    const loaded = new Set<string>()
    const follow = (file: string): void => {
      if (loaded.has(file)) return
      loaded.add(file)
      const imports = readFileSync(join(project, file), 'utf8').matchAll(
        /\b(?:from|import)\s*\(?\s*'(\.[^']+\.(?:ts|mjs))'/g,
      )
      for (const [, to = ''] of imports) follow(join(dirname(file), to))
    }
    for (const program of ['api/main.ts', 'projector/main.ts', 'cli/tda.ts']) follow(program)
    const folders = new Set([...loaded].map((file) => file.split('/')[0]))
    expect(folders).to.include('domain')
    expect(copied).to.include.members([...folders])
  })
})
