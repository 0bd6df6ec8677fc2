import { setTimeout as after } from 'node:timers/promises'
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { VERSION } from '~/lib/version'
import type { Logger } from '~/server/platform/log'

/** Milliseconds for the last spans, out of the time in which the process ends. */
const LAST_SPANS_MS = 1_500

const MOST_WAITING = 2_048

/** Logs when the collector begins to fail and recovers, without its own words. */
function saying(exporter: SpanExporter, log: Logger): SpanExporter {
  let fails = false
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !fails) log.warn({ reason: result.error?.name }, 'The collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take traces')
        if (!failed && fails) log.info('The collector of OTEL_EXPORTER_OTLP_ENDPOINT takes traces again')
        fails = failed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

export interface TraceSender {
  flush(): Promise<void>
  stop(): Promise<void>
}

/** OTLP over HTTP as JSON. The library reads the standard's other variables. @param endpoint without `/v1/traces` */
export function sendTraces(endpoint: string, log: Logger): TraceSender {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` })
  const processor = new BatchSpanProcessor({ exporter: saying(exporter, log), maxQueueSize: MOST_WAITING })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'mining-hardware-shop', 'service.version': VERSION }))
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    spanProcessors: [processor],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  globalThis.shopTracer = provider.getTracer('shop', VERSION)
  return {
    flush: () => processor.forceFlush(),
    stop: async () => {
      globalThis.shopTracer = undefined
      context.disable()
      await Promise.race([provider.shutdown().catch(() => undefined), after(LAST_SPANS_MS, undefined, { ref: false })])
    },
  }
}
