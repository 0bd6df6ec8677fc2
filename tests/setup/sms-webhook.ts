import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as z from 'zod'

const message = z.object({ to: z.string(), channel: z.string(), text: z.string() })

/** An SMS service on a loopback port: keeps what it is sent, and answers as it is told. */
export async function openSmsWebhook() {
  const messages: z.output<typeof message>[] = []
  let status = 202
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (status < 300) messages.push(message.parse(body))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/messages`,
    messages,
    answer: (code: number) => {
      status = code
    },
    /** The six digits of the latest message. */
    lastCode: () => /\b\d{6}\b/.exec(messages.at(-1)?.text ?? '')?.[0] ?? '',
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
