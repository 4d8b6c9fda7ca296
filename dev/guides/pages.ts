import { globSync } from 'node:fs'
import { projectFolder } from '../runtime/folders.ts'

/** The pages that readers paste from, from the top of the checkout. */
export const pages: readonly string[] = ['README.md', ...globSync('docs/**/*.md', { cwd: projectFolder }).sort()]
