import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ProblemCode, problems } from '../../schemas/problem.ts'
import { problemMarkdown } from './problem-markdown.ts'

const projectFolder = join(import.meta.dirname, '../..')

/** A page that is written in Markdown: where it is served below the docs, and the file that it is made of. */
export interface Page {
  path: string
  file: string
  markdown: string
}

const guides = ['getting-started', 'rest', 'connected-data', 'mcp', 'data-engineers', 'operators']

/** Every page, read from disk. @throws Error when a problem code has no text of its own */
export function readPages(): Page[] {
  return [
    page('', 'docs/README.md'),
    ...guides.map((guide) => page(guide, `docs/guides/${guide}.md`)),
    ...namesIn('docs/operations').map((name) => page(`operations/${basename(name, '.md')}`, `docs/operations/${name}`)),
    page('benchmarks', 'docs/benchmarks.md'),
    page('problems', 'docs/problems/README.md'),
    ...(Object.keys(problems) as ProblemCode[]).map(problemPage),
    page('changelog', 'CHANGELOG.md'),
  ]
}

/** Files that are served as they are, by their path below the docs: the event schemas and the examples of the guides. */
export function readFiles(): { path: string; file: string; content: Buffer }[] {
  return [...listed('schemas/events', 'events'), ...listed('docs/examples', 'examples')]
}

function page(path: string, file: string): Page {
  return { path, file, markdown: readFileSync(join(projectFolder, file), 'utf8') }
}

function problemPage(code: ProblemCode): Page {
  const { path, file, markdown } = page(`problems/${code}`, `docs/problems/${code}.md`)
  return { path, file, markdown: problemMarkdown(code, markdown) }
}

function listed(folder: string, path: string): { path: string; file: string; content: Buffer }[] {
  return namesIn(folder).map((name) => {
    const file = `${folder}/${name}`
    return { path: `${path}/${name}`, file, content: readFileSync(join(projectFolder, file)) }
  })
}

function namesIn(folder: string): string[] {
  return readdirSync(join(projectFolder, folder)).sort()
}
