import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface BuiltFile {
  type: string
  body: Buffer
}

/** The pages as Vite built them: `index.html` for every address, and files that it loads. */
export interface BuiltPages {
  index: Buffer
  /** By their path below the explorer, such as `assets/index-a1b2c3.js`. */
  files: ReadonlyMap<string, BuiltFile>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Where `npm run explorer` puts the pages. */
export const builtFolder = join(import.meta.dirname, '../../explorer/dist')

/** Reads the pages of a build; null when there is none. They are a few hundred kB, and are kept in memory. */
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
