import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NextApiHandler } from 'next'
import { encode } from 'next-auth/jwt'
import { apiResolver } from 'next/dist/server/api-utils/node/api-resolver'
import { setServices } from '~/server/services'
import type { TestShop } from './shop'

interface Route {
  /** Its groups are the route's parameters. */
  path: RegExp
  /** The parameter that takes the rest of the path, as a list. */
  rest?: string
  module: { default: NextApiHandler; config?: object }
}

/** API routes of the site on a real server, as Next calls them. */
export async function serveRoutes(shop: TestShop, routes: readonly Route[]) {
  setServices(shop.services)
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://localhost')
    const route = routes.find(({ path }) => path.test(url.pathname))
    if (!route) {
      res.writeHead(404).end()
      return
    }
    const query: Partial<Record<string, string | string[]>> = {}
    for (const [name, value] of url.searchParams) query[name] = query[name] === undefined ? value : [query[name], value].flat()
    Object.assign(query, route.path.exec(url.pathname)?.groups)
    if (route.rest) query[route.rest] = String(query[route.rest]).split('/')
    const context = { previewModeId: '', previewModeEncryptionKey: '', previewModeSigningKey: '', dev: false }
    void apiResolver(req, res, query, route.module, context, false)
  })
  // A connection that is closed while a slow machine comes to reuse it would fail a test for no fault of the route.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    /** The headers of a browser that is signed in. */
    signedIn: async (sessionId: string) => ({
      Cookie: `next-auth.session-token=${await encode({ token: { sessionId }, secret: shop.services.secret })}`,
    }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
