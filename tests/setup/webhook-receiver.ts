import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod'
import { close, listen } from './loopback'

const signed = z.object({ 'webhook-id': z.string(), 'webhook-timestamp': z.string(), 'webhook-signature': z.string() })
const thin = z.strictObject({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.strictObject({ id: z.string(), version: z.int() }),
})

/** A program on loopback that receives webhooks, and answers as it is told. */
export async function openWebhookReceiver() {
  const messages: { id: string; headers: z.output<typeof signed>; body: string; content: z.output<typeof thin> }[] = []
  const well: RequestListener = (_request, response) => response.writeHead(204).end()
  let answer = well
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = signed.parse(request.headers)
      messages.push({ id: headers['webhook-id'], headers, body, content: thin.parse(JSON.parse(body)) })
      answer(request, response)
    })
  })
  const port = await listen(server)
  return {
    port,
    url: `http://127.0.0.1:${port}/hook?shop=1`,
    messages,
    /** How it answers from now on; well without an argument. */
    answer: (how = well) => {
      answer = how
    },
    /** Takes what it has been sent. */
    take: () => messages.splice(0),
    close: () => close(server),
  }
}
export type WebhookReceiver = Awaited<ReturnType<typeof openWebhookReceiver>>
export type ReceivedWebhook = WebhookReceiver['messages'][number]

/** True if the standard's own package accepts a message with this secret. It also compares the time with this machine's. */
export function isSignedBy(secret: string, { headers, body }: ReceivedWebhook): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
