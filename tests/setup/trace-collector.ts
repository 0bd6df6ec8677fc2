import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod'
import { close, listen } from './loopback'

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])))

const span = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  kind: z.number(),
  attributes,
  events: z.array(z.object({ name: z.string(), attributes })).default([]),
  /** 2 is a failure. */
  status: z.object({ code: z.number().optional() }),
})

/** OTLP over HTTP posts this, as JSON. */
const traces = z.object({
  resourceSpans: z.array(z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
})

export type ReceivedSpan = z.output<typeof span>

/** A collector of traces on a loopback port: keeps what it takes, or holds each answer back while it stalls. */
export async function openTraceCollector() {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const texts: string[] = []
  const held: (() => void)[] = []
  let stalls = false
  const server = createServer((req, res) => {
    void json(req).then((body) => {
      texts.push(JSON.stringify(body))
      for (const { resource, scopeSpans } of traces.parse(body).resourceSpans) {
        resources.push(resource.attributes)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
      const answer = () => res.writeHead(req.url === '/v1/traces' ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}')
      if (stalls) held.push(answer)
      else answer()
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resources,
    /** All that came, as it came. */
    text: () => texts.join('\n'),
    /** How many answers wait. */
    held: () => held.length,
    stall: (on: boolean) => {
      stalls = on
      if (!on) for (const answer of held.splice(0)) answer()
    },
    clear: () => {
      spans.length = 0
      texts.length = 0
    },
    close: () => close(server),
  }
}
