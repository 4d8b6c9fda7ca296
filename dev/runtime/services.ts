import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { programs } from './databases/programs.ts'
import { projectFolder } from './folders.ts'
import { keepRunning } from './keep-running.ts'
import { restartable } from './restartable.ts'
import { untilReady } from './until-ready.ts'

const GRACE_MS = { api: 1200, projector: 1000 }

export interface ServiceOptions {
  variables: NodeJS.ProcessEnv
  adminPorts: { api: number; projector: number }
  logFolder: string
  onPid: (pid: number) => void
  onProgress: (line: string) => void
}

export interface Services {
  /**
   * Resolves when both are ready. From then on, each is restarted whenever it exits.
   * @throws Error with the last lines of the log of the one that did not become ready
   */
  start(): Promise<void>
  /** Stops the API first, so that no request fails because a projector or a database is gone. */
  stop(): Promise<void>
}

/** The projector and the API as processes of their own, each with a log in `logFolder`. */
export function servicesOf(options: ServiceOptions): Services {
  const projector = service(options, 'projector')
  const api = service(options, 'api')
  const releases: (() => void)[] = []
  return {
    async start() {
      await Promise.all([projector.start(), api.start()])
      await Promise.all([projector.untilReady(), api.untilReady()])
      releases.push(projector.keepRunning(), api.keepRunning())
    },
    async stop() {
      for (const release of releases) release()
      await api.stop(GRACE_MS.api)
      await projector.stop(GRACE_MS.projector)
    },
  }
}

function service({ variables, adminPorts, logFolder, onPid, onProgress }: ServiceOptions, name: 'api' | 'projector') {
  const logFile = join(logFolder, `${name}.log`)
  rmSync(logFile, { force: true })
  const command = {
    command: process.execPath,
    args: [...programs[name]],
    cwd: projectFolder,
    env: { ...variables, EXIT_WITH_PARENT: 'true' },
    logFile,
    saysReady: false,
  }
  const child = restartable(`The ${name === 'api' ? 'API' : name}`, command, onPid)
  return {
    start: child.start,
    stop: child.stop,
    untilReady: () => untilReady(child, `http://127.0.0.1:${adminPorts[name]}/readyz`),
    keepRunning: () => keepRunning(child, onProgress),
  }
}
