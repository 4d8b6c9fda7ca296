import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { run } from '../support/run.ts'
import { until } from '../support/until.ts'

const PACKAGES = ['moto[s3]==5.2.5', 'flask==3.1.2', 'flask-cors==6.0.1']

export interface S3Server {
  url: string
  stop(): Promise<void>
}

/**
 * A server of the S3 protocol on loopback: moto, installed once into a folder of its own.
 * @throws Error when Python or the package cannot be had
 */
export async function startS3(folder: string): Promise<S3Server> {
  const python = await install(folder)
  const port = await freePort()
  const args = ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)]
  const child = spawn(python, args, { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill()
    await exited
  }
  try {
    await until(
      'moto',
      () => {
        if (child.exitCode !== null) throw new Error(`moto ended with ${child.exitCode}`)
        return fetch(url).then(
          ({ ok }) => ok,
          () => false,
        )
      },
      60_000,
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function install(folder: string): Promise<string> {
  const venv = join(folder, 'moto-5.2.5')
  const python = join(venv, 'bin/python')
  if (existsSync(join(venv, 'complete'))) return python
  rmSync(venv, { recursive: true, force: true })
  await succeed('python3', ['-m', 'venv', venv])
  await succeed(python, ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', ...PACKAGES])
  mkdirSync(join(venv, 'complete'))
  return python
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port')
  return address.port
}

async function succeed(command: string, args: string[]): Promise<void> {
  const { exitCode, output } = await run(command, args, {})
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
}
