import { globSync } from 'node:fs'
import { projectFolder } from '../runtime/folders.ts'

/** The pages with examples for readers, relative to the root folder of the repository. */
export const pages: readonly string[] = ['README.md', ...globSync('docs/**/*.md', { cwd: projectFolder }).sort()]
