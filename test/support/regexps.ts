import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'acorn'
// zod creates globals. It is loaded here, because mocha reports globals that are created during a test as leaks.
import 'zod'

const root = join(import.meta.dirname, '../..')

/** A regular expression of the sources, and where it is. */
export interface FoundRegExp {
  place: string
  regexp: RegExp
}

/**
 * Every regular expression in the sources of these folders: literals, and those that a module creates while it loads.
 * @throws Error for one that is created later, because it cannot be found
 */
export async function regexpsIn(folders: readonly string[], left: readonly string[]): Promise<FoundRegExp[]> {
  const files = globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('.d.ts') && !left.some((folder) => file.startsWith(`${folder}/`)))
    .sort()
  const found: FoundRegExp[] = []
  for (const file of files) found.push(...(await regexpsOf(file)))
  return found
}

interface Node {
  type: string
  loc: { start: { line: number } }
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

async function regexpsOf(file: string): Promise<FoundRegExp[]> {
  const literals: FoundRegExp[] = []
  let constructions = 0
  for (const node of nodesOf(readFileSync(join(root, file), 'utf8'))) {
    if (node.regex) {
      const { pattern, flags } = node.regex
      literals.push({ place: `${file}:${node.loc.start.line}`, regexp: new RegExp(pattern, flags) })
    }
    if (node.callee?.name === 'RegExp') constructions += 1
  }
  const made = constructions === 0 ? [] : await madeByLoading(file)
  if (made.length < constructions)
    throw new Error(
      `${file} makes a regular expression that is not there once it is loaded: make it outside of functions`,
    )
  return [...literals, ...made.map((regexp) => ({ place: file, regexp }))]
}

function nodesOf(source: string): Node[] {
  const program = parse(stripTypeScriptTypes(source), {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    allowHashBang: true,
  })
  const found: Node[] = []
  const open: unknown[] = [program]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('type' in value && 'loc' in value) found.push(value as Node)
    if (!(value instanceof RegExp)) open.push(...Object.values(value))
  }
  return found
}

/** Loads a module again, and records the expressions that it creates; its imports are not loaded again. */
async function madeByLoading(file: string): Promise<RegExp[]> {
  const address = pathToFileURL(join(root, file)).href
  await import(address)
  const made: RegExp[] = []
  const RealRegExp = globalThis.RegExp
  globalThis.RegExp = new Proxy(RealRegExp, {
    construct(target, args) {
      const regexp: RegExp = Reflect.construct(target, args)
      made.push(regexp)
      return regexp
    },
  })
  try {
    await import(`${address}?again`)
  } finally {
    globalThis.RegExp = RealRegExp
  }
  return made
}

/** Every pattern in the published contract and in the schemas of events, by which inputs are validated. */
export function publishedPatterns(): FoundRegExp[] {
  const files = ['api/openapi.json', 'api/asyncapi.json', ...globSync('schemas/events/*.json', { cwd: root })]
  const patterns = new Map<string, string>()
  for (const file of files) {
    JSON.parse(readFileSync(join(root, file), 'utf8'), (name, value) => {
      if (name === 'pattern' && typeof value === 'string') patterns.set(value, file)
      return value
    })
  }
  return [...patterns].map(([pattern, place]) => ({ place, regexp: new RegExp(pattern, 'u') }))
}
