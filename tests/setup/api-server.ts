import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'

/** A server on a free port of loopback for what a handler answers; the rest is 404. */
export async function listen(handle: (req: IncomingMessage, res: ServerResponse) => boolean) {
  const server = createServer((req, res) => {
    if (!handle(req, res)) res.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return {
    server,
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
