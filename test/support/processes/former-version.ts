import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { projectFolder } from '../../../dev/runtime/folders.ts'

/** The last commit of version 1.0. */
export const VERSION_1_0 = '4a3b2abc5ce578599e162d08c45f32dd7f8ff12b'

const run = promisify(execFile)

/**
 * Checks out a commit into a folder, and installs its packages.
 * @throws Error with the output of git or npm, also if a shallow clone lacks the commit
 */
export async function checkOut(commit: string, folder: string): Promise<void> {
  mkdirSync(folder)
  const archive = `${folder}.tar`
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: projectFolder })
  await run('tar', ['-xf', archive, '-C', folder])
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}
