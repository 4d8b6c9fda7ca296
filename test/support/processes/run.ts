import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface Outcome {
  exitCode: number | null
  output: string
}

/** Runs a command to its end, and returns its output. */
export async function run(command: string, args: string[], variables: NodeJS.ProcessEnv): Promise<Outcome> {
  const child = spawn(command, args, { env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [exitCode] = await once(child, 'close')
  return { exitCode, output }
}
