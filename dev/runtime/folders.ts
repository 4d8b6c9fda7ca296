import { join, resolve } from 'node:path'

/** The root folder of the repository. */
export const projectFolder = resolve(import.meta.dirname, '../..')

/** Where fetched class paths are kept: shared by every data folder, because they only depend on the checkout. */
export const libFolder = join(projectFolder, '.local/lib')
