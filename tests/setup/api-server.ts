import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { clientReader, type TrustedProxies } from '~/server/platform/network/client-info'
import { withRequestScope } from '~/server/http/request-listener'

/**
 * The same for the shop's calls as the process's entry answers them: each in its own scope, with the address that a proxy
 * on this machine names, unless others are trusted.
 */
export const listenBehindProxy = (
  answer: (req: IncomingMessage, res: ServerResponse) => boolean,
  proxies: TrustedProxies = ['loopback'],
) => {
  const listener = withRequestScope(clientReader(proxies), (req, res) => {
    if (!answer(req, res)) res.writeHead(404).end()
  })
  return listen((req, res) => {
    listener(req, res)
    return true
  })
}

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
