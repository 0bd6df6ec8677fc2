import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations, schemaDifference } from '~/server/platform/database/migrate'

/** A new shop unpacks a prepared database instead of making and migrating one. */

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'shop-new-'))
})
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

it('begins with the image, which has every migration, and is never replaced by it', async () => {
  const image = inject('embeddedImage')
  const db = await openEmbedded({ dataDir, image })
  expect(await applyMigrations(db.adapter)).toEqual([])
  expect(await schemaDifference(db.adapter)).toBe('')
  await db.prisma.websiteSetting.create({ data: { settingKey: 'hero_title', settingValue: 'Kept', settingCategory: 'homepage' } })
  await db.close()

  const again = await openEmbedded({ dataDir, image })
  expect(await again.prisma.websiteSetting.count()).toBe(1)
  await again.close()
})
