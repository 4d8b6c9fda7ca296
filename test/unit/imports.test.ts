import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')

/**
 * The folders and files that the files below a path may import, besides their own folder. The longest path that
 * contains a file applies.
 */
const allowed: Record<string, readonly string[]> = {
  schemas: [],
  domain: ['schemas'],
  // Logs escape control characters, because they are read in terminals.
  process: ['domain/text/printable.ts'],
  cypher: ['schemas', 'process', 'domain/search'],
  kafka: ['schemas'],
  // The only client behind the port of `kafka`. To replace it, only connect-kafka.ts has to change.
  'kafka/kafkajs': ['kafka', 'domain', 'process'],
  audit: ['schemas', 'process', 'kafka'],
  // Files directly in api/ assemble its process.
  api: ['domain', 'process', 'cypher', 'audit'],
  // The floors of the API, from lowest to highest; a floor imports only lower ones.
  'api/core': ['schemas', 'cypher'],
  'api/config': ['schemas'],
  'api/observability': ['schemas', 'process', 'cypher', 'api/core/unreadable.ts'],
  // An operation depends neither on the protocol of its caller (REST, MCP) nor on where its response is sent.
  'api/operations': [
    ...['schemas', 'domain', 'cypher', 'api/core/operation.ts', 'api/core/context.ts', 'api/core/errors.ts'],
    ...['api/core/input/invalid-request.ts', 'api/core/page.ts', 'api/core/event-loop.ts', 'api/core/unreadable.ts'],
    // createExport checks the scope of the data that an export contains.
    'api/core/require-scopes.ts',
  ],
  'api/limits': ['schemas', 'cypher', 'api/core/errors.ts', 'api/observability'],
  'api/auth': ['schemas', 'domain', 'cypher', 'api/core/errors.ts', 'api/limits', 'api/observability'],
  'api/exports': [
    'schemas',
    'domain',
    'process',
    'cypher',
    'api/core',
    'api/observability',
    'api/operations',
    'api/limits',
  ],
  'api/http': [
    ...['schemas', 'process', 'cypher', 'audit', 'api/core', 'api/config', 'api/observability'],
    ...['api/limits', 'api/auth', 'api/exports'],
    // Responses are concatenated from stored records as text.
    'domain/text/json-text.ts',
  ],
  'api/mcp': ['schemas', 'domain', 'process', 'api/core', 'api/config', 'api/operations', 'api/http'],
  // The contract contains the name of the MCP server.
  'api/openapi': ['schemas', 'api/core', 'api/operations/index.ts', 'api/mcp/protocol.ts'],
  'api/asyncapi': ['schemas', 'kafka', 'api/openapi/write-openapi.ts'],
  'api/docs': ['schemas', 'api/http/browser-pages.ts'],
  'api/explorer': ['api/http/browser-pages.ts'],
  projector: ['schemas', 'domain', 'process', 'cypher', 'kafka'],
  // Resolves references independently of what is evaluated afterwards.
  'projector/exceptions/resolve': [
    ...['schemas', 'domain', 'cypher', 'projector/exceptions/context.ts', 'projector/exceptions/input-records.ts'],
    'projector/exceptions/invalidation.ts',
  ],
  // Changes by operators are audited like requests. The version of Node is checked before other modules are loaded.
  cli: ['schemas', 'domain', 'process', 'cypher', 'kafka', 'audit/open-audit-trail.ts', 'dev/node-version.mjs'],
  // The demo registers its organizations as an operator does.
  demo: ['schemas', 'domain', 'process', 'cypher', 'kafka', 'cli/organizations.ts', 'cli/tokens.ts'],
  // Parts of the docs are generated from the metrics, the MCP tools, and the demo.
  dev: [
    ...['schemas', 'domain', 'process', 'cypher', 'kafka', 'demo'],
    ...['api/observability/metrics.ts', 'audit/metrics.ts', 'projector/metrics.ts'],
    ...['api/mcp/tools/tool.ts', 'api/mcp/tools/index.ts', 'api/operations/index.ts'],
  ],
  // The client is generated from the published contract, which the generator reads as a file.
  'client/src': [],
  'client/generator': [],
  // The pages use the API only through the client, which they import as a package.
  explorer: [],
  bench: [
    ...['schemas', 'domain', 'cypher', 'kafka', 'api', 'projector', 'dev', 'demo'],
    // A test sends the same requests.
    'test/support/api/pathological-requests.ts',
  ],
  test: [
    'schemas',
    'domain',
    'process',
    'cypher',
    'kafka',
    'audit',
    'api',
    'projector',
    'cli',
    'dev',
    'demo',
    'client',
    'explorer',
  ],
}

/** For packages and folders the only folders that may import them. */
const owners: Record<string, readonly string[]> = {
  kafkajs: ['kafka/kafkajs', 'test'],
  'kafkajs-snappy': ['kafka/kafkajs'],
  'kafka/kafkajs': ['kafka/connect-kafka.ts', 'kafka/kafkajs', 'test'],
  'neo4j-driver': ['cypher', 'bench', 'test'],
  '@aws-sdk/client-s3': ['api/exports', 'test'],
  'csv-stringify': ['api/exports/formats', 'cli'],
  'hyparquet-writer': ['api/exports/formats'],
  hyparquet: ['test'],
  '@opentelemetry': ['process/tracing', 'api/http/steps/trace-request.ts', 'test'],
  express: ['api', 'bench', 'test'],
  '@modelcontextprotocol/sdk': ['api/mcp', 'test'],
  '@modelcontextprotocol/server': ['api/mcp'],
  '@modelcontextprotocol/client': ['test'],
  '@tenant-data/client': ['explorer', 'test'],
  react: ['explorer'],
  'react-dom': ['explorer'],
  '@tanstack': ['explorer'],
  vite: ['explorer', 'test'],
}

const folders = [...new Set(Object.keys(allowed).map((place) => place.split('/')[0] ?? place))]

interface Import {
  from: string
  /** A path from the root, or a package. */
  to: string
  isRelative: boolean
  isTypeOnly: boolean
}

const patterns = [
  /^import\s+(?<type>type\s)?[\w$*{}\s,]*?\bfrom\s+'(?<to>[^']+)'/gm,
  /^export\s+(?<type>type\s)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s+from\s+'(?<to>[^']+)'/gm,
  /^import\s+'(?<to>[^']+)'/gm,
  /\bimport\(\s*'(?<to>[^']+)'/g,
]

function importsOf(from: string, text: string): Import[] {
  const matches = patterns.flatMap((pattern) => [...text.matchAll(pattern)])
  return matches.map(({ groups = {} }) => {
    const { to = '', type } = groups
    const isRelative = to.startsWith('.')
    return { from, to: isRelative ? join(dirname(from), to) : to, isRelative, isTypeOnly: type !== undefined }
  })
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

/** The path whose rule applies to a file, followed by the targets that it may import. */
function reachOf(file: string): readonly string[] {
  const places = Object.keys(allowed).filter((place) => isWithin(file, place))
  const [place = ''] = places.toSorted((a, b) => b.length - a.length)
  return [place, ...(allowed[place] ?? [])]
}

function isAllowed({ from, to, isRelative }: Import): boolean {
  if (isWithin(from, 'api/operations') && isWithin(to, 'express')) return false
  const [, places] = Object.entries(owners).find(([name]) => isWithin(to, name)) ?? []
  if (places && !places.some((place) => isWithin(from, place))) return false
  return !isRelative || reachOf(from).some((place) => isWithin(to, place))
}

/** The files of each import cycle; type-only imports do not count, because they load nothing. */
function cyclesOf(imports: readonly Import[]): string[] {
  const next = Map.groupBy(
    imports.filter(({ isTypeOnly, isRelative }) => isRelative && !isTypeOnly),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): string[] => {
    const begun = path.indexOf(file)
    if (begun >= 0) return [[...path.slice(begun), file].join(' → ')]
    if (done.has(file)) return []
    const found = (next.get(file) ?? []).flatMap(({ to }) => walk(to, [...path, file]))
    done.add(file)
    return found
  }
  return [...next.keys()].flatMap((file) => walk(file, []))
}

const textOf = ({ from, to }: Import) => `${from} → ${to}`

describe('imports', () => {
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['client/dist/**'] }),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const imports = [...texts].flatMap(([file, text]) => importsOf(file, text))

  it('are found in every syntax and in every folder', () => {
    const text = `import 'a'
import b, { type C } from './b.ts'
import type {
  D,
} from '../d.ts'
import * as e from 'e'
export * from './f.ts'
export type { G } from './g.ts'
const h = await import('./h.ts')
`
    const found = importsOf('x/y/z.ts', text).map(({ to, isTypeOnly }) => `${to}${isTypeOnly ? ' type' : ''}`)
    expect(found).to.have.members(['a', 'x/y/b.ts', 'x/d.ts type', 'e', 'x/y/f.ts', 'x/y/g.ts type', 'x/y/h.ts'])
    for (const folder of folders) {
      expect(imports.filter(({ from }) => isWithin(from, folder)).length, folder).to.be.greaterThan(0)
    }
  })

  it('are allowed for the folder of their file', () => {
    expect(imports.filter((one) => !isAllowed(one)).map(textOf)).to.deep.equal([])
  })

  it('use every target that a rule allows', () => {
    const unused = Object.entries(allowed).flatMap(([place, targets]) => {
      const own = imports.filter(({ from }) => reachOf(from)[0] === place)
      const isUsed = (target: string) => own.some(({ to }) => isWithin(to, target))
      return targets.filter((target) => !isUsed(target)).map((target) => `${place} → ${target}`)
    })
    expect(unused).to.deep.equal([])
  })

  it('make no cycles', () => {
    const cycle = ['a b', 'b c', 'c a'].map((pair): Import => {
      const [from = '', to = ''] = pair.split(' ')
      return { from, to, isRelative: true, isTypeOnly: false }
    })
    expect(cyclesOf(cycle)).to.deep.equal(['a → b → c → a'])
    expect(cyclesOf(cycle.map((one) => ({ ...one, isTypeOnly: one.from === 'c' })))).to.deep.equal([])
    expect(cyclesOf(imports)).to.deep.equal([])
  })

  it('go from higher to lower floors of the API, including types, and each folder is on a floor', () => {
    const floors = Object.keys(allowed).filter((place) => place.startsWith('api/'))
    const inApi = imports.filter(({ from }) => isWithin(from, 'api'))
    const floorOf = (path: string) => floors.find((floor) => isWithin(path, floor))
    const homeless = inApi.filter(({ from }) => from.split('/').length > 2 && !floorOf(from))
    expect(homeless.map(textOf)).to.deep.equal([])
    const between = inApi.flatMap(({ from, to }): Import[] => {
      const [above, below] = [floorOf(from), floorOf(to)]
      return above && below && above !== below ? [{ from: above, to: below, isRelative: true, isTypeOnly: false }] : []
    })
    expect(between).not.to.deep.equal([])
    expect(cyclesOf(between)).to.deep.equal([])
  })

  it('have no cycles between the folders of a floor, including types', () => {
    for (const floor of ['api/operations', 'api/docs', 'api/http', 'api/exports']) {
      const between = imports.flatMap(({ from, to }): Import[] => {
        const [above, below] = [dirname(from), dirname(to)]
        const isInside = above !== below && [above, below].every((folder) => isWithin(folder, floor))
        return isInside ? [{ from: above, to: below, isRelative: true, isTypeOnly: false }] : []
      })
      expect(between, floor).not.to.deep.equal([])
      expect(cyclesOf(between), floor).to.deep.equal([])
    }
  })

  it('are named: no file has a default export', () => {
    const isDefault = /^export default\b|\bas default\b/m
    const found = [...texts].filter(([, text]) => isDefault.test(text)).map(([file]) => file)
    // Vite requires a default export.
    expect(found).to.deep.equal(['explorer/vite.config.ts'])
  })

  it('are supplemented by files that benchmarks start as workers, which exist', () => {
    const started = [...texts].flatMap(([, text]) =>
      [...text.matchAll(/startWorker<\w+>\('([^']+)'/g)].map(([, file]) => file),
    )
    expect(started).not.to.deep.equal([])
    expect(started.filter((file) => !texts.has(`bench/${file}`))).to.deep.equal([])
  })
})
