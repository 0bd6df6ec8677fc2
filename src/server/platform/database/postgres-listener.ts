import { setTimeout as wait } from 'node:timers/promises'
import { ExponentialBackoff, handleAll, noJitterGenerator, retry } from 'cockatiel'
import { escapeIdentifier, type Client } from 'pg'
import type { ListenHandlers } from './database'

const FIRST_RETRY_MS = 100
/** A returning database is heard within a second; asking a closed port costs nothing. */
const BACKOFF = new ExponentialBackoff({ initialDelay: 2 * FIRST_RETRY_MS, maxDelay: 1_000, generator: noJitterGenerator })
/** Finds a dead peer (ms), so that pages follow a failover within seconds. */
const HEARTBEAT_MS = 2_500

/**
 * Reconnects whenever its connection breaks.
 * @param newClient makes an unconnected client
 * @returns ends listening; resolves once the first connection listens
 * @throws if the first connection fails: a start without a database must fail
 */
export async function listenOnPostgres(newClient: () => Client, channel: string, handlers: ListenHandlers): Promise<() => Promise<void>> {
  let current: Client | undefined
  const stopping = new AbortController()
  const reconnecting = retry(handleAll, { maxAttempts: Number.POSITIVE_INFINITY, backoff: BACKOFF }).dangerouslyUnref()

  const connect = async () => {
    const client = newClient()
    let gone = false
    const lose = (reason: Error) => {
      if (gone || stopping.signal.aborted) return
      gone = true
      if (current === client) {
        current = undefined
        handlers.lost(reason)
        void reconnect()
      }
      client.end().catch(() => undefined)
    }
    client.on('error', lose)
    client.on('end', () => {
      lose(new Error('The connection ended'))
    })
    client.on('notification', (notification) => {
      handlers.message(notification.payload ?? '')
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${escapeIdentifier(channel)}`)
    } catch (error) {
      gone = true
      client.end().catch(() => undefined)
      throw error
    }
    current = client
    handlers.connected()
  }

  const reconnect = async () => {
    try {
      // Keeps the process from spinning when each new connection is lost at once.
      await wait(FIRST_RETRY_MS, undefined, { ref: false })
      await reconnecting.execute(() => (stopping.signal.aborted ? Promise.resolve() : connect()), stopping.signal)
    } catch {
      // Listening has ended meanwhile.
    }
  }

  await connect()

  const heartbeat = setInterval(() => {
    const client = current
    if (!client) return
    const silent = setTimeout(() => client.emit('error', new Error('The connection is silent')), HEARTBEAT_MS)
    client.query('SELECT 1').then(
      () => {
        clearTimeout(silent)
      },
      (error: unknown) => {
        clearTimeout(silent)
        client.emit('error', error)
      },
    )
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return async () => {
    stopping.abort()
    clearInterval(heartbeat)
    await current?.end()
  }
}
