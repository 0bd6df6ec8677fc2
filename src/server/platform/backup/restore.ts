import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { FormerVersionError, isOfFormerVersion } from '~/server/platform/database/migration-history'
import { applyMigrations, readMigrations } from '~/server/platform/database/migrate'
import { backupDatabase, WHOLE_DATABASE } from './backup'
import { readLevel } from './backup-tables'
import { BackupError } from './backup-format'
import { loadBackup } from './load-backup'
import { checkBackup } from './read-file'

export interface RestoreOptions {
  replace?: boolean
}

const load = (db: Database, file: string, replace: boolean) =>
  db.prisma.$transaction((tx) => loadBackup(tx, file, { replace }), WHOLE_DATABASE)

function refuseNewer(what: string, migrations: readonly string[], known: readonly string[]): void {
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new BackupError(`${what} a newer version of the shop (migration ${unknown.join(', ')}). Nothing was changed.`)
}

/**
 * Fills a database in one transaction, after migrating it; an older backup passes through a migrated temporary database. @throws
 * {BackupError} if the file is damaged or from a newer version, or the database is not empty
 * @throws {FormerVersionError} if the file or the database is of version 1
 */
export async function restoreDatabase(db: Database, file: string, { replace = false }: RestoreOptions = {}): Promise<void> {
  const { migrationDirectories } = readMigrations()
  const known = migrationDirectories.map((migration) => migration.path)
  const { migrations } = await checkBackup(file)
  if (isOfFormerVersion(migrations, migrationDirectories)) throw new FormerVersionError(file)
  refuseNewer(`${file} was made by`, migrations, known)
  const level = (await readLevel(db.prisma)) ?? []
  if (isOfFormerVersion(level, migrationDirectories)) throw new FormerVersionError('The database')
  refuseNewer('The database was used by', level, known)
  if (known.every((name) => migrations.includes(name))) await fill(db, file, replace)
  else await throughOldLevel(file, migrations, (raised) => fill(db, raised, replace))
}

const fill = (db: Database, file: string, replace: boolean) =>
  db.exclusively(async () => {
    await applyMigrations(db.adapter)
    await load(db, file, replace)
  })

async function throughOldLevel(file: string, migrations: string[], hand: (raised: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-restore-'))
  try {
    const raised = path.join(folder, 'raised.backup.gz')
    const between = await openEmbedded({ dataDir: folder })
    try {
      await applyMigrations(between.adapter, new Set(migrations))
      await load(between, file, false)
      await applyMigrations(between.adapter)
      await backupDatabase(between, raised)
    } finally {
      await between.close()
    }
    await hand(raised)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
