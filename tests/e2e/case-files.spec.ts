import { readFileSync } from 'node:fs'
import { antminer, pyasic } from '../setup/miner-samples'
import { expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll, toast } from './support/admin'
import { expect } from './support/fixtures'
import { test } from './support/sql-shop'

/** Pictures, documents and readings of a repair, on a phone, over a row put in by plain SQL. */

const id = 'c1b2c3d1-0000-4000-8000-000000000001'

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

test(
  'pictures are stored, opened, removed and put back; a machine is read before and after',
  { tag: '@full' },
  async ({ adminPage: page, database }) => {
    await database.query(`DELETE FROM repairs; INSERT INTO repairs (id, repair_number, status, device_info) VALUES
    ('${id}', 'REP-9', 'repairing', '{"manufacturer": "Bitmain", "model": "Antminer S19"}')`)
    await page.goto('/admin/repairs/REP-9?tab=files')
    const files = page.getByRole('region', { name: 'Pictures and files' })
    const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: readFileSync('tests/setup/files/drawing.heic') }
    const svg = {
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    }
    await files.getByLabel(/^Add files/).setInputFiles([heic, svg])
    await expect(files.getByRole('alert')).toContainText('SVG, HTML and XML are not taken')
    await files.getByRole('button', { name: 'Dismiss logo.svg' }).click()

    // The thumbnail is a picture that the browser shows: link, session and policy let it.
    const open = files.getByRole('button', { name: 'Open IMG_1.HEIC' })
    await open.scrollIntoViewIfNeeded()
    await expect.poll(() => open.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
    await open.focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: 'IMG_1.HEIC' })
    await expect.poll(() => viewer.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
    await expectAccessible(page, 'the viewer')
    await viewer.getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'status', 'It can be put back for 30 days').getByRole('button', { name: 'Undo' }).click()
    await expect(open).toBeVisible()

    const readings = page.getByRole('region', { name: 'Machine readings' })
    const read = (when: string, text: string) =>
      readings
        .getByLabel(`Read machine: ${when} the repair`)
        .setInputFiles({ name: `${when}.json`, mimeType: 'application/json', buffer: Buffer.from(text) })
    await read('before', antminer)
    await expect(readings.getByRole('row', { name: /^Boards/ })).toContainText('2 of 3')
    await read('after', antminer.slice(0, 300))
    await expect(readings.getByRole('alert')).toHaveText('after.json: This file ends in the middle: a part of it is missing.')
    await read('after', JSON.stringify(pyasic))
    await expect(readings.getByRole('row', { name: /^Boards/ })).toContainText('3 of 3')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'the page of a repair with files and readings')
  },
)
