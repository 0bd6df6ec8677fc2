import { escapeIdentifier, type Client } from 'pg'
import type { ListenHandlers } from './database'

const FIRST_RETRY_MS = 100
/** A database that is back is heard within this time; asking a closed port costs nothing. */
const LONGEST_RETRY_MS = 1_000
/** A dead peer that closes nothing is found by asking this often. */
const HEARTBEAT_MS = 15_000

/**
 * LISTEN on a connection of its own, made anew whenever it breaks.
 * @param newClient makes an unconnected client
 * @returns once the first connection listens, the function that ends it
 * @throws what the first connection throws: a start without a database must fail
 */
export async function listenOnPostgres(newClient: () => Client, channel: string, handlers: ListenHandlers): Promise<() => Promise<void>> {
  let current: Client | undefined
  let stopped = false
  let retryMs = FIRST_RETRY_MS
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = newClient()
    let gone = false
    const lose = (reason: Error) => {
      if (gone || stopped) return
      gone = true
      if (current === client) {
        current = undefined
        handlers.lost(reason)
        retryLater()
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
    retryMs = FIRST_RETRY_MS
    handlers.connected()
  }

  const retryLater = () => {
    timer = setTimeout(() => {
      if (stopped) return
      connect().catch(() => {
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
        retryLater()
      })
    }, retryMs)
    timer.unref()
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
    stopped = true
    clearTimeout(timer)
    clearInterval(heartbeat)
    await current?.end()
  }
}
