import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** A connection that carries nothing any more neither opens nor closes. */
const TIMEOUT_MS = 10_000

/** One statement on a connection of its own, as any other program would send it. */
export async function sql(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await Promise.race([client.end(), wait(TIMEOUT_MS, undefined, { ref: false })])
  }
}

/** Changes the text that live tabs show. */
export const setTitle = (databaseUrl: string, title: string) =>
  sql(
    databaseUrl,
    `INSERT INTO website_settings (setting_key, setting_value, setting_category) VALUES ('hero_title', '${title}', 'homepage')
     ON CONFLICT (setting_key) DO UPDATE SET setting_value = EXCLUDED.setting_value`,
  )
