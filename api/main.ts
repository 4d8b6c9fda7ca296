import { printableText } from '../domain/text/printable.ts'
import { closeWithin } from '../process/close-within.ts'
import { exitWithParent } from '../process/exit-with-parent.ts'
import { keepFilesPrivate } from '../process/keep-files-private.ts'
import { startTracing } from '../process/tracing/start-tracing.ts'
import { createApp } from './app.ts'
import { readConfig } from './config/config.ts'
import { createAdminServer } from './http/server/admin-server.ts'
import { listen } from './http/server/listen.ts'
import { createApiServer } from './http/server/server.ts'
import { close, stopSignal } from './http/server/shutdown.ts'
import { openServices } from './open-services.ts'
import { servedBy } from './served.ts'

/** The longest time that shutdown waits for a slow collector to accept the last spans, in milliseconds. */
const TRACES_MS = 1000

keepFilesPrivate()
try {
  const stop = stopSignal()
  const config = readConfig(process.env)
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT, DRAIN_MS, EXIT_WITH_PARENT } = config.environment
  const served = servedBy(config)
  const { services, close: closeServices } = openServices(config)
  const endTracing = await startTracing('tda-api', config.environment, services.log)
  const admin = createAdminServer(services)
  const server = createApiServer(createApp(services, served), services)
  const adminPort = await listen(admin, ADMIN_HOST, ADMIN_PORT, 'ADMIN_PORT')
  const port = await listen(server, HOST, PORT, 'PORT')
  services.log.info({ port, adminPort, baseUrl: config.baseUrl, region: config.region }, 'API listening')
  services.exports.start()
  if (EXIT_WITH_PARENT) exitWithParent(stop.now)
  await stop.requested
  const closeAll = async () => {
    await closeServices()
    await closeWithin(TRACES_MS, endTracing)
  }
  await close({ server, admin, services, closeServices: closeAll, drainMs: DRAIN_MS })
} catch (error) {
  process.stderr.write(`${printableText(error instanceof Error ? error.message : String(error))}\n`)
  process.exit(1)
}
