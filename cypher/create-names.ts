import { readdirSync, readFileSync } from 'node:fs'
import type { Graph } from './connect.ts'
import { createKeys, createLabels, createTypes } from './system/schema.ts'

const folder = new URL('./', import.meta.url)

/** What statements name in a store. */
interface Names {
  labels: string[]
  types: string[]
  keys: string[]
}

/**
 * Creates the labels, relationship types, and property keys that the statements name, if the store does not have them.
 * Otherwise the first write of such a name, for example that of the first rebuild, makes Neo4j plan every statement
 * again that contains it, so requests time out on a busy server.
 * @throws GraphError when the graph is unavailable
 */
export async function createNames(graph: Graph): Promise<void> {
  const { labels, types, keys } = namesInStatements()
  // Uses `execute`, which has a long timeout, because a server that has just started responds slowly.
  await graph.execute(createLabels.text, { names: labels })
  await graph.execute(createTypes.text, { names: types })
  await graph.execute(createKeys.text, { names: keys })
}

/** Keys of maps and functions count as property keys, too. They do no harm. */
function namesInStatements(): Names {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cypher') && !name.startsWith('migrations'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const text = texts.join('\n').replace(/^[\t ]*\/\/.*$/gm, '')
  const types = named(text, /\[\w*:([\w|]+)/g)
  const labels = named(text, /[\w(&|!]:([A-Z][\w|&!:]*)/g).filter((name) => !types.includes(name))
  return { labels, types, keys: named(text, /\.([a-z]\w*)|\b([a-z]\w*): /g) }
}

function named(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].flatMap(([, ...names]) => names.join('').split(/[|&!:]+/))
  return [...new Set(found.filter((name) => name !== ''))].sort()
}
