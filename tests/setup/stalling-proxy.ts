import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A TCP proxy on a loopback port before a server named by a URL (a database, for one), which can hang, be slow or
 * drop everyone: what a network does to a server that is well.
 *
 * `stall` accepts and keeps connections and forwards nothing, `resume` forwards what has waited, `slow` delays
 * everything that a client sends by so many milliseconds, `cut` ends all connections without a word, `refuse` does so with
 * new ones too until it is told otherwise.
 */
export async function openStallingProxy(targetUrl: string) {
  const target = new URL(targetUrl)
  const open = new Set<Socket>()
  let flowing = Promise.resolve()
  let flow = () => {}
  let delayMs = 0
  let refusing = false

  const forward = (from: Socket, to: Socket, delayed: boolean) => {
    from.on('data', (chunk) => {
      // One chunk at a time, which keeps their order and little in memory.
      from.pause()
      void (async () => {
        if (delayed && delayMs > 0) await wait(delayMs, undefined, { ref: false })
        await flowing
        if (!to.destroyed) to.write(chunk)
        from.resume()
      })()
    })
    from.on('end', () => void flowing.then(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
    open.add(from)
  }
  const server = createServer((client) => {
    if (refusing) {
      client.destroy()
      return
    }
    const upstream = connect({ host: target.hostname, port: Number(target.port) })
    forward(client, upstream, true)
    forward(upstream, client, false)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    /** The target's URL by way of this proxy. */
    url: url.href,
    /** How many are open through it. */
    connections: () => open.size / 2,
    stall: () => {
      flowing = new Promise((resolve) => {
        flow = resolve
      })
    },
    resume: () => {
      flow()
      flowing = Promise.resolve()
    },
    slow: (ms: number) => {
      delayMs = ms
    },
    cut,
    refuse: (all: boolean) => {
      refusing = all
      if (all) cut()
    },
    close: () => {
      cut()
      return new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      })
    },
  }
}
