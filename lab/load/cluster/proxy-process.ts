import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import * as z from 'zod'

/** A process of its own, so that what it forwards does not wait for a busy program of tests. See proxies.ts. */

const proxyCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), proxies: z.array(z.object({ node: z.number(), port: z.number(), target: z.number() })) }),
  z.object({ kind: z.literal('cut'), node: z.number(), pids: z.array(z.number()) }),
  z.object({ kind: z.literal('mend') }),
])
export type ProxyCommand = z.output<typeof proxyCommand>

/** A connection through a proxy, of which both sides can be held. */
interface Carried {
  node: number
  port: number | undefined
  sides: readonly [Socket, Socket]
}

const carried = new Set<Carried>()
const held = new Set<Carried>()
let cut: { node: number; pids: readonly number[] } | undefined

/** The ports that the processes have connections from (proc(5)): what has port and inode in their places. */
function portsOf(pids: readonly number[]): Set<number> {
  const inodes = new Set(
    pids.flatMap((pid) => {
      try {
        return readdirSync(`/proc/${pid}/fd`).map((fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1])
      } catch {
        return []
      }
    }),
  )
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  const fields = lines.map((line) => line.trim().split(/\s+/))
  return new Set(fields.filter((field) => inodes.has(field[9])).map((field) => Number.parseInt(field[1]?.split(':')[1] ?? '', 16)))
}

/** Holds what leads to the node and what comes from it: neither side is told anything. */
function holdCut(): void {
  if (!cut) return
  const own = portsOf(cut.pids)
  for (const connection of carried) {
    if (connection.node !== cut.node && !own.has(connection.port ?? 0)) continue
    for (const side of connection.sides) side.unpipe().pause()
    held.add(connection)
  }
}

function carry([one, other]: Carried['sides']): void {
  one.pipe(other)
  other.pipe(one)
}

function openProxy({ node, port, target }: { node: number; port: number; target: number }): Promise<void> {
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
    const upstream = connect({ host: '127.0.0.1', port: target, noDelay: true })
    const connection: Carried = { node, port: client.remotePort, sides: [client, upstream] }
    carried.add(connection)
    for (const side of connection.sides) {
      side.on('error', () => undefined)
      side.on('close', () => {
        carried.delete(connection)
        held.delete(connection)
        client.destroy()
        upstream.destroy()
      })
    }
    carry(connection.sides)
    holdCut()
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

async function obey(order: ProxyCommand): Promise<void> {
  if (order.kind === 'open') await Promise.all(order.proxies.map(openProxy))
  else if (order.kind === 'cut') {
    cut = order
    holdCut()
  } else {
    cut = undefined
    for (const { sides } of held) carry(sides)
    held.clear()
  }
}

process.on('message', (message) => {
  void obey(proxyCommand.parse(message)).then(() => process.send?.('done'))
})
process.on('disconnect', () => process.exit(0))
