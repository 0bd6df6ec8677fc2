import { setTimeout as sleep } from 'node:timers/promises'
import { serveOrders } from './child'
import { leanClient } from './http-client'

/**
 * A visitor who asks for pages all the time, of one server after the other, on a processor of their own where there is one.
 * usage: page-visitor.ts SERVER[,SERVER …] PATH …
 * An order is for how many ms to do so; answers for each server how long each answer took (ms).
 */
const [servers = '', ...paths] = process.argv.slice(2)

/** Between two requests (ms): short beside the waits that are looked for. */
const PAUSE = 2

const clients = servers.split(',').map((url) => leanClient(url))

serveOrders('ready', async (order) => {
  const times: number[][] = clients.map(() => [])
  const until = performance.now() + Number(order)
  for (let index = 0; performance.now() < until; index++) {
    for (const [server, client] of clients.entries()) {
      const began = performance.now()
      await client.send(paths[index % paths.length] ?? '/', { headers: { 'accept-encoding': 'br' } })
      times[server]?.push(performance.now() - began)
      await sleep(PAUSE)
    }
  }
  return times
})
