import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations, schemaDifference } from '~/server/platform/database/migrate'
import { lintMigrations } from './tools/lint-migrations'

const FOLDER = path.join('prisma', 'migrations')

/** The present second (UTC), after the newest migration that there is: 20261231235959. */
function nextStamp(): string {
  const stamps = readdirSync(FOLDER).flatMap((name) => /^\d{14}(?=_)/.exec(name)?.[0] ?? [])
  const newest = Math.max(0, ...stamps.map(Number))
  return String(Math.max(Number(new Date().toISOString().replace(/\D/g, '').slice(0, 14)), newest + 1))
}

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
    const folder = path.join(FOLDER, `${nextStamp()}_${name}`)
    const file = path.join(folder, 'migration.sql')
    mkdirSync(folder)
    writeFileSync(file, `${sql}\n`)
    console.log(`Wrote ${file}\n${lintMigrations([file])}`.trimEnd())
  }
} finally {
  await db.close()
}
