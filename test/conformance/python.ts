import { join } from 'node:path'
import { installPython } from '../support/install-python.ts'
import { run } from '../support/processes/run.ts'

const folder = join(import.meta.dirname, 'python')

/** The generations of the official Python client, each with the versions of all that it needs pinned. */
export const generations = [1, 2] as const
export type Generation = (typeof generations)[number]

/** Installs a generation, once. @returns its interpreter */
export async function installPythonClient(generation: Generation): Promise<string> {
  const requirements = join(folder, `requirements-${generation}.txt`)
  return join(await installPython(`mcp-python-${generation}`, ['-r', requirements]), 'python')
}

/** What the client told its user. */
export interface Told {
  tools?: string[]
  text?: string
  errors: string[]
}

/** Lets a client list the tools and call one. */
export async function askInPython(python: string, args: string[]): Promise<Told> {
  const { exitCode, output } = await run(python, [join(folder, 'client.py'), ...args], {})
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (exitCode !== 0 || !last.startsWith('{')) throw new Error(output)
  return JSON.parse(last)
}
