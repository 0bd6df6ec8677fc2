import { writeFileSync } from 'node:fs'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations } from '~/server/platform/database/migrate'
import { FUNCTIONS_FILE, functionsSql } from './tools/functions-sql'

/** `npm run db:functions`: writes the functions and triggers of a newly migrated database to prisma/functions.sql. */
const db = await openEmbedded({ memory: true })
try {
  await applyMigrations(db.adapter)
  writeFileSync(FUNCTIONS_FILE, await functionsSql(db))
  console.log(`Wrote ${FUNCTIONS_FILE}`)
} finally {
  await db.close()
}
