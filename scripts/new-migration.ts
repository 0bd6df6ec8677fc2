import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations, schemaDifference } from '~/server/platform/database/migrate'
import { lintMigration } from './tools/migration-rules'

/** `npm run db:new-migration NAME`: writes what schema.prisma has and the migrations have not as a new migration. */
const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('usage: npm run db:new-migration NAME   (lower case, digits and underscores)')
  process.exit(2)
}
const db = await openEmbedded({ memory: true })
try {
  await applyMigrations(db.adapter)
  const sql = await schemaDifference(db.adapter)
  if (sql === '') {
    console.log('The migrations and schema.prisma agree; nothing to write.')
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    const folder = path.join('prisma', 'migrations', `${stamp}_${name}`)
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'migration.sql'), `${sql}\n`)
    console.log(`Wrote ${folder}/migration.sql`)
    for (const { rule, line, message } of lintMigration(sql)) console.log(`  line ${line}, ${rule}: ${message}`)
  }
} finally {
  await db.close()
}
