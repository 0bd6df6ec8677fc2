import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

/** Milliseconds after which a probe fails and its connection closes. */
const LONGEST_MS = 3_000
const GOODBYE_MS = 500

/** One connection of its own, so that a hanging database holds no other. @param newClient makes an unconnected client */
export function probePostgres(newClient: () => Client) {
  let current: Client | undefined
  let connecting: Promise<Client> | undefined

  const drop = (client: Client) => {
    if (current === client) current = undefined
    client.end().catch(() => undefined)
  }
  const connect = async () => {
    const client = newClient()
    // Node ends the process for an 'error' without a listener.
    client.on('error', () => {
      drop(client)
    })
    client.on('end', () => {
      if (current === client) current = undefined
    })
    try {
      await client.connect()
    } catch (error) {
      drop(client)
      throw error
    }
    current = client
    return client
  }

  return {
    /** @throws when there is no answer in time */
    async ask(sql: string): Promise<Record<string, unknown>[]> {
      const client = current ?? (await (connecting ??= connect().finally(() => (connecting = undefined))))
      let timer: NodeJS.Timeout | undefined
      const silent = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          reject(new Error('The database does not answer'))
        }, LONGEST_MS)
        timer.unref()
      })
      try {
        const { rows } = await Promise.race([client.query<Record<string, unknown>>(sql), silent])
        return rows
      } catch (error) {
        drop(client)
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    async close(): Promise<void> {
      const goodbye = current?.end().catch(() => undefined)
      await Promise.race([goodbye, wait(GOODBYE_MS, undefined, { ref: false })])
    },
  }
}
