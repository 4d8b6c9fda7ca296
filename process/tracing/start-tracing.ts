import { version } from '../version.ts'
import type { TracingOptions } from './open-sdk.ts'

interface Settings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_TRACES_SAMPLER_ARG: number
}

interface WarningLog {
  warn(fields: object, message: string): void
}

/**
 * Sends spans from now on if an endpoint is configured. Otherwise the SDK is not even loaded.
 * @returns a function that sends the remaining spans and ends tracing
 */
export async function startTracing(
  service: TracingOptions['service'],
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio }: Settings,
  log: WarningLog,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {}
  const { openSdk } = await import('./open-sdk.ts')
  const onError = (reason: string) => log.warn({ reason }, 'spans could not be sent')
  return openSdk({ service, version, endpoint, ratio, onError })
}
