import { randomUUID } from 'node:crypto'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

const SEND_WITHIN_MS = 5_000

export interface TracingOptions {
  /** Address of a collector that accepts OTLP over HTTP, without `/v1/traces`. */
  endpoint: string
  /** Share of traces that are sent, from 0 to 1. A caller can exclude its own traces, but cannot add any. */
  ratio: number
  service: 'tda-api' | 'tda-projector'
  version: string
  /** Called when spans could not be sent. They are lost. */
  onError(reason: string): void
}

/** Registers the SDK of OpenTelemetry for this process. */
export function openSdk({ endpoint, ratio, service, version, onError }: TracingOptions): () => Promise<void> {
  setGlobalErrorHandler((error) => onError(error instanceof Error ? error.message : String(error)))
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_WITHIN_MS })
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const contexts = new AsyncLocalStorageContextManager()
  context.setGlobalContextManager(contexts.enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    await provider.shutdown().catch((error: unknown) => onError(String(error)))
    trace.disable()
    propagation.disable()
    context.disable()
  }
}
