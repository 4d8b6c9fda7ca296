import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface BuiltFile {
  type: string
  body: Buffer
}

/** The Explorer's pages as Vite built them: `index.html` for every address, and the files that it loads. */
export interface BuiltPages {
  index: Buffer
  /** The files by their path below the Explorer, such as `assets/index-a1b2c3.js`. */
  files: ReadonlyMap<string, BuiltFile>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The folder that `npm run explorer` writes the pages to. */
export const builtFolder = join(import.meta.dirname, '../../explorer/dist')

/** Reads a build into memory, which takes a few hundred kB. Returns null if there is no build. */
export function readBuiltPages(folder = builtFolder): BuiltPages | null {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return null
  const names = globSync('assets/*.{js,css,svg}', { cwd: folder })
  const files = names.map((name): [string, BuiltFile] => [
    name.replaceAll('\\', '/'),
    { type: types[extname(name)] ?? 'application/octet-stream', body: readFileSync(join(folder, name)) },
  ])
  return { index: readFileSync(index), files: new Map(files) }
}
