import { env } from '~/env'
import { applyMigrations } from '~/server/db/migrate'
import { openDatabase } from '~/server/db/open'

/** `npm run db:migrate`: applies what is missing to the database that the environment names. */
const db = await openDatabase(env())
try {
  const applied = await db.exclusively(() => applyMigrations(db.adapter))
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
} finally {
  await db.close()
}
