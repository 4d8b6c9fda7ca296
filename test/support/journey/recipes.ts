import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { commandOf, requestOf, toolCallOf } from './calls.ts'

/** The pages with recipes below `docs/read`, in the order of the sidebar. */
export const recipePages = ['recipes-for-planners', 'recipes-for-agents', 'recipes-for-data-teams'] as const

/** A recipe as a page shows it: its page, its group and its heading, and its calls in the form of `calls.ts`. */
export interface Recipe {
  page: (typeof recipePages)[number]
  group: string
  heading: string
  calls: string[]
}

/** All recipes: every third-level section of a page of recipes is one, and each line of its block of text is a call. */
export function readRecipes(): Recipe[] {
  return recipePages.flatMap((page) => {
    const [, ...groups] = textOf(page).split(/^## /m)
    return groups.flatMap((text) => {
      const [group = ''] = text.split('\n', 1)
      const [, ...sections] = text.split(/^### /m)
      return sections.map((section) => {
        const [heading = ''] = section.split('\n', 1)
        const [, lines = ''] = /^```text\n(.*?)^```$/ms.exec(section) ?? []
        return { page, group, heading, calls: lines.trim().split('\n').map(callOf) }
      })
    })
  })
}

/** The index of a page: the recipes that it links to before the first group, in their order. */
export function readIndex(page: Recipe['page']): string[] {
  const [before = ''] = textOf(page).split(/^## /m, 1)
  return [...before.matchAll(/\[([^\]]+)\]\(#[^)]+\)/g)].map(([, heading = '']) => heading)
}

const textOf = (page: Recipe['page']) => readFileSync(join(projectFolder, `docs/read/${page}.md`), 'utf8')

/** What a line shows: a request with its body, a tool with its arguments, or a command. */
function callOf(line: string): string {
  if (line.startsWith('tda ')) return commandOf(line.slice(4).split(' '))
  const at = line.indexOf(' {')
  const first = at < 0 ? line : line.slice(0, at)
  const given: object = at < 0 ? {} : JSON.parse(line.slice(at))
  const [method = '', address] = first.split(' ')
  if (address === undefined) return toolCallOf(first, given)
  const { pathname, searchParams } = new URL(address, 'http://api.test')
  return requestOf(method, decodeURI(pathname), [...searchParams.keys(), ...Object.keys(given)])
}
