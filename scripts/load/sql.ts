import { Client } from 'pg'

/** One statement on a connection of its own, as any other program would send it. */
export async function sql(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Changes the text that live tabs show. */
export const setTitle = (databaseUrl: string, title: string) =>
  sql(
    databaseUrl,
    `INSERT INTO website_settings (setting_key, setting_value, setting_category) VALUES ('hero_title', '${title}', 'homepage')
     ON CONFLICT (setting_key) DO UPDATE SET setting_value = EXCLUDED.setting_value`,
  )
