import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectFolder } from '../../../dev/runtime/folders.ts'

const run = promisify(execFile)

/** The output and the exit code of a program. */
export interface Ended {
  exitCode: number
  out: string
  aside: string
}

/** Creates a project with the packed client in a folder; returns the files of the package. */
export async function installPackedClient(folder: string): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--json', '--workspace', 'client', '--pack-destination', folder], {
    cwd: projectFolder,
  })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string; files: { path: string }[] }[]
  if (packed === undefined) throw new Error(`Nothing was packed: ${stdout}`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stranger', type: 'module', private: true }))
  const archive = join(folder, packed.filename)
  const place = join(folder, 'node_modules/@tenant-data/client')
  mkdirSync(place, { recursive: true })
  await run('tar', ['-xzf', archive, '-C', place, '--strip-components=1'])
  return packed.files.map(({ path }) => path)
}

/** Runs a Node program to its end. */
export async function runProgram(file: string, variables: Record<string, string>): Promise<Ended> {
  const env = { PATH: process.env.PATH, ...variables }
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { cwd: join(file, '..'), env }, (error, out, aside) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), out, aside })
    })
  })
}

/** The errors of TypeScript in a program, one per line. It compiles against the packed client, not its sources. */
export async function typeFaults(file: string): Promise<string> {
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    'node',
  ]
  const roots = ['--typeRoots', join(projectFolder, 'node_modules/@types')]
  const tsc = join(projectFolder, 'node_modules/.bin/tsc')
  return run(tsc, [...flags, ...roots, file]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}
