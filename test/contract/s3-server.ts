import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { installPython } from '../support/install-python.ts'
import { freePort } from '../support/processes/free-port.ts'
import { until } from '../support/until.ts'

const PACKAGES = ['moto[s3]==5.2.5', 'flask==3.1.2', 'flask-cors==6.0.1']

/** Installs moto, once. @returns the folder of its programs */
export const installMoto = () => installPython('moto-5.2.5', PACKAGES)

export interface S3Server {
  url: string
  stop(): Promise<void>
}

/**
 * Starts a server of the S3 protocol on localhost: moto, which is installed once.
 * @throws Error if Python or the package cannot be installed
 */
export async function startS3(): Promise<S3Server> {
  const python = join(await installMoto(), 'python')
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
