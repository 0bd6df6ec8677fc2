import type { Pool } from 'pg'
import type { Duplex } from 'node:stream'
import { NoServerError, type DatabaseServer, type DatabaseServers } from './database-servers'

/** A connection from which nothing has come for so long, while it is in use, may lead to a server that is gone (ms). */
const SILENT_MS = 2_000
const LOOK_MS = 1_000
/** A process that is busy itself misses an answer now and then. */
const MISSED = 2

interface Held {
  server: DatabaseServer
  stream: Duplex
  read: number
  /** When something came last. */
  heard: number
}

const bytesRead = (stream: Duplex) => ('bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0)

/**
 * Cuts a pool's connections to a server that is gone without a word, as when its machine or its network dies: TCP alone
 * takes a quarter of an hour to notice. A statement that takes long is left alone as long as its server answers others.
 * @returns ends the watch
 */
export function cutSilentConnections(pool: Pool, servers: DatabaseServers): () => void {
  const held = new Map<object, Held>()
  const missed = new Map<DatabaseServer, number>()
  let isLooking = false

  pool.on('acquire', (client) => {
    const { stream } = client.connection
    const server = servers.serverOf(client)
    if (server) held.set(client, { server, stream, read: bytesRead(stream), heard: performance.now() })
  })
  pool.on('release', (_error, client) => held.delete(client))
  pool.on('remove', (client) => held.delete(client))

  const look = async () => {
    const now = performance.now()
    const silent = new Set<DatabaseServer>()
    for (const each of held.values()) {
      const read = bytesRead(each.stream)
      if (read !== each.read) Object.assign(each, { read, heard: now })
      else if (now - each.heard >= SILENT_MS) silent.add(each.server)
    }
    for (const server of missed.keys()) if (!silent.has(server)) missed.delete(server)
    for (const server of silent) {
      if (await servers.isWell(server)) {
        missed.delete(server)
        continue
      }
      const times = (missed.get(server) ?? 0) + 1
      missed.set(server, times)
      if (times >= MISSED) {
        missed.delete(server)
        servers.abandon(server, new NoServerError('The database server does not answer'))
      }
    }
  }

  const timer = setInterval(() => {
    if (isLooking || held.size === 0) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, LOOK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}
