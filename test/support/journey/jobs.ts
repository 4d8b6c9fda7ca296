import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { commandOf, requestOf, toolCallOf } from './calls.ts'

/** A job as `docs/read/recipes.md` has it: who has it, its sentence, and what it is done with, in the form of `calls.ts`. */
export interface Job {
  user: string
  sentence: string
  calls: string[]
}

/** All jobs of the page, in its order. */
export function readJobs(): Job[] {
  const markdown = readFileSync(join(projectFolder, 'docs/read/recipes.md'), 'utf8')
  return markdown.split(/^## /m).flatMap((section) => {
    const [user = '', ...lines] = section.split('\n')
    const rows = lines.filter((line) => line.startsWith('| ')).slice(1)
    return rows.map((row) => {
      const [sentence = '', how = ''] = row.slice(2).split(' | ')
      return { user, sentence, calls: how.split(', then ').map(callOf) }
    })
  })
}

/** What a cell shows as code: a request with its body, a tool with its arguments, or a command. */
function callOf(cell: string): string {
  const [first = '', second = ''] = [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  const given: object = second.startsWith('{') ? JSON.parse(second) : {}
  if (first.startsWith('tda ')) return commandOf(first.slice(4).split(' '))
  const [method = '', address] = first.split(' ')
  if (address === undefined) return toolCallOf(first, given)
  const { pathname, searchParams } = new URL(address, 'http://api.test')
  return requestOf(method, decodeURI(pathname), [...searchParams.keys(), ...Object.keys(given)])
}
