import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './folders.ts'
import { keepRunning } from './keep-running.ts'
import { restartable } from './restartable.ts'
import { untilReady } from './until-ready.ts'

const GRACE_MS = { api: 1200, projector: 1000 }

export interface ServiceOptions {
  environment: NodeJS.ProcessEnv
  adminPorts: { api: number; projector: number }
  logFolder: string
  onPid: (pid: number) => void
  onProgress: (line: string) => void
}

export interface Services {
  /** The API first, so that no request meets a projector or a database that is gone. */
  stop(): Promise<void>
}

/**
 * Starts the projector and the API as processes of their own, waits until both are ready, and from then on starts them
 * again when they end.
 * @throws Error with the last lines of the log of the one that did not become ready.
 */
export async function startServices(options: ServiceOptions): Promise<Services> {
  const projector = service(options, 'projector')
  const api = service(options, 'api')
  await Promise.all([projector.start(), api.start()])
  await Promise.all([projector.untilReady(), api.untilReady()])
  const release = [api.keepRunning(), projector.keepRunning()]
  return {
    async stop() {
      for (const letGo of release) letGo()
      await api.stop(GRACE_MS.api)
      await projector.stop(GRACE_MS.projector)
    },
  }
}

function service({ environment, adminPorts, logFolder, onPid, onProgress }: ServiceOptions, name: 'api' | 'projector') {
  const logFile = join(logFolder, `${name}.log`)
  rmSync(logFile, { force: true })
  const command = {
    command: process.execPath,
    args: [`${name}/main.ts`],
    cwd: projectFolder,
    env: { ...environment, EXIT_WITH_PARENT: 'true' },
    logFile,
    saysReady: false,
  }
  const child = restartable(`The ${name === 'api' ? 'API' : name}`, command, onPid)
  return {
    start: child.start,
    stop: child.stop,
    untilReady: () => untilReady(child, `http://127.0.0.1:${adminPorts[name]}`, logFile),
    keepRunning: () => keepRunning(child, logFile, onProgress),
  }
}
