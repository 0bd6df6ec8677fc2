import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

const EVERY_MS = 50
const TIMEOUT_MS = 1_000

/**
 * Sees the cluster as any program would: one connection writes a row at a time and is made anew when it fails. Its longest time
 * without a write is the cluster's own.
 * @param name of the rows, of which each has a number
 */
export function bareClient(url: string, name: string) {
  const confirmed: { number: number; at: number }[] = []
  let isOver = false
  let number = 0

  const write = async (client: Client) => {
    while (!isOver) {
      number += 1
      await client.query('INSERT INTO load_writes (writer, number) VALUES ($1, $2)', [name, number])
      confirmed.push({ number, at: performance.now() })
      await wait(EVERY_MS)
    }
  }
  const run = async () => {
    while (!isOver) {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await write(client)
      } catch {
        await wait(EVERY_MS)
      }
      // A connection that carries nothing does not say goodbye either.
      void client.end().catch(() => undefined)
    }
  }
  const running = run()
  return {
    confirmed,
    async stop() {
      isOver = true
      await running
    },
  }
}

export type BareClient = ReturnType<typeof bareClient>
