import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProblemCode, problems } from '../../schemas/problem.ts'
import { problemMarkdown } from './markdown/problem-markdown.ts'
import type { SiteSection } from './site.ts'

const projectFolder = join(import.meta.dirname, '../..')

/** A page that is written in Markdown: its path below the docs, and its source file. */
export interface Page {
  path: string
  file: string
  markdown: string
}

/** Reads every page that is written in Markdown. @throws Error if a file of the sections is missing */
export function readPages(sections: readonly SiteSection[]): Page[] {
  return sections
    .flatMap(({ pages }) => pages)
    .flatMap(({ path, file }) => (file === undefined ? [] : [{ path, file, markdown: textOf(path, file) }]))
}

/** Files that are served unchanged, with their path below the docs: schemas, examples, pictures, and diagrams. */
export function readFiles(): { path: string; file: string; content: Buffer }[] {
  return [
    ...listed('schemas/events', 'events'),
    ...listed('schemas/mappings', 'mappings'),
    ...listed('docs/examples', 'examples'),
    ...listed('docs/pictures', 'pictures'),
    ...(existsSync(join(projectFolder, 'docs/diagrams')) ? listed('docs/diagrams', 'diagrams') : []),
  ]
}

/** The page of a problem code begins with its row in the table of problems. */
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
  // Subfolders are skipped: Python creates `__pycache__` next to examples that were run.
  const entries = readdirSync(join(projectFolder, folder), { withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map(({ name }) => name).sort()
}
