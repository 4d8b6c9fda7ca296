import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPython, whyNoPython } from '../support/install-python.ts'
import { run } from '../support/processes/run.ts'

const folder = join(import.meta.dirname, 'python')

/** The two generations of the official Python client, each installed with libraries that use it, all pinned. */
export const generations = [1, 2] as const
export type Generation = (typeof generations)[number]

/** Installs one generation, once. @returns the path of its Python interpreter */
export async function installPythonClient(generation: Generation): Promise<string> {
  const requirements = join(folder, `requirements-${generation}.txt`)
  return join(await installPython(`mcp-clients-${generation}`, ['-r', requirements]), 'python')
}

/** @returns the interpreters of both generations. Skips the suite if Python is missing, which is an error in CI. */
export async function installBoth(suite: Mocha.Context): Promise<Map<Generation, string>> {
  await requirePython(suite)
  const pythons = new Map<Generation, string>()
  for (const generation of generations) pythons.set(generation, await installPythonClient(generation))
  return pythons
}

/** Installs programs that read CSV, JSON Lines, and Parquet, once. @returns the path of the Python interpreter */
export async function installFileReaders(): Promise<string> {
  return join(await installPython('file-readers-1', ['-r', join(folder, 'requirements-files.txt')]), 'python')
}

/** Skips the suite if Python is missing, which is an error in CI. */
export async function requirePython(suite: Mocha.Context): Promise<void> {
  const reason = await whyNoPython()
  if (reason === null) return
  if (process.env.CI) throw new Error(reason)
  console.error(`  skipped: ${reason}`)
  suite.skip()
}

/** What the client returned to its user. */
export interface Told {
  tools?: string[]
  text?: string
  errors: string[]
}

/** Lists the tools and calls one with the Python client. */
export async function askInPython(python: string, args: string[]): Promise<Told> {
  return runScript(python, 'client.py', args)
}

/** Runs a script with the path of a JSON file as its last argument. @returns the JSON of its last line of output */
export async function runWithJson<T>(python: string, script: string, args: string[], json: object): Promise<T> {
  const own = mkdtempSync(join(tmpdir(), 'tda-python-'))
  try {
    const file = join(own, 'given.json')
    writeFileSync(file, JSON.stringify(json))
    return await runScript(python, script, [...args, file])
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

async function runScript<T>(python: string, script: string, args: string[]): Promise<T> {
  const { exitCode, output } = await run(python, [join(folder, script), ...args], { PYTHONDONTWRITEBYTECODE: '1' })
  const last = output
    .trimEnd()
    .split('\n')
    .findLast((line) => line.startsWith('{'))
  if (exitCode !== 0 || last === undefined) throw new Error(output)
  return JSON.parse(last)
}
