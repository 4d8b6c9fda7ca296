import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProblemCode, problems } from '../../schemas/problem.ts'
import { problemMarkdown } from './markdown/problem-markdown.ts'
import type { SiteSection } from './site.ts'

const projectFolder = join(import.meta.dirname, '../..')

/** A page that is written in Markdown: where it is served below the docs, and the file that it is made of. */
export interface Page {
  path: string
  file: string
  markdown: string
}

/** Every page that is written, read from disk. @throws Error when a file of the sections is missing */
export function readPages(sections: readonly SiteSection[]): Page[] {
  return sections
    .flatMap(({ pages }) => pages)
    .flatMap(({ path, file }) => (file === undefined ? [] : [{ path, file, markdown: textOf(path, file) }]))
}

/** Files that are served as they are, by their path below the docs: event schemas, and the examples, pictures and diagrams of pages. */
export function readFiles(): { path: string; file: string; content: Buffer }[] {
  return [
    ...listed('schemas/events', 'events'),
    ...listed('docs/examples', 'examples'),
    ...listed('docs/pictures', 'pictures'),
    ...(existsSync(join(projectFolder, 'docs/diagrams')) ? listed('docs/diagrams', 'diagrams') : []),
  ]
}

/** The page of a problem code begins with what its table says. */
function textOf(path: string, file: string): string {
  const text = readFileSync(join(projectFolder, file), 'utf8')
  const code = path.slice('problems/'.length)
  return path.startsWith('problems/') && isCode(code) ? problemMarkdown(code, text) : text
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}

function listed(folder: string, path: string): { path: string; file: string; content: Buffer }[] {
  return namesIn(folder).map((name) => {
    const file = `${folder}/${name}`
    return { path: `${path}/${name}`, file, content: readFileSync(join(projectFolder, file)) }
  })
}

function namesIn(folder: string): string[] {
  // Python leaves a folder of its own beside the examples that were run.
  const entries = readdirSync(join(projectFolder, folder), { withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map(({ name }) => name).sort()
}
