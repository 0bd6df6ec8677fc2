import { storeFile } from '~/server/cases/store-file'
import { openPostgres } from '~/server/platform/database/postgres'
import { verified } from '~/server/platform/files/file-store'
import { createFolderStore } from '~/server/platform/files/folder-store'

/**
 * A program for tests of files: stores one file after another for a case, as uploads do, until it is killed, and names each once
 * that is answered.
 * usage: file-uploader.ts DATABASE_URL FOLDER REPAIR_ID
 */
const [url = '', folder = '', repairId = ''] = process.argv.slice(2)

const now = () => new Date()
const actor = { userId: null, email: null }
const deps = { db: openPostgres(url), now, files: verified(createFolderStore(folder)), actor }
const submission = { caller: 'uploader', key: undefined, procedure: 'test', input: {}, now: now() }
for (let number = 0; ; number += 1) {
  const bytes = Buffer.from(`file ${number} ${'x'.repeat(50_000)}`)
  const thumbnail = Buffer.from(`small ${number}`)
  const file = { kind: 'picture' as const, name: String(number), contentType: 'image/jpeg', bytes, thumbnail }
  // A case has 20 files at most: the latest one alone stays.
  await deps.db.prisma.caseFile.updateMany({ where: { caseId: repairId }, data: { removedAt: now() } })
  await storeFile(deps, { noun: 'repairs', id: repairId }, file, { submission, more: () => Promise.resolve() })
  process.stdout.write(`stored ${number}\n`)
}
