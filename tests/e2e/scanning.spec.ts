import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toSVG } from 'bwip-js/node'
import sharp from 'sharp'
import { adminPaths } from '~/components/layouts/admin-nav'
import { placeCodes } from '~/contracts/stock/scanning'
import { expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll } from './support/admin'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'
import { handsOn } from './support/hands'

/** The film for the camera of these browsers: the label of a place, then that of a machine, each as long as somebody holds it there. */

const PLACE = 'Shelf Z9'
const SERIAL = 'CAMERA-0010'
const folder = mkdtempSync(join(tmpdir(), 'shop-camera-'))
const film = join(folder, 'labels.mjpeg')
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const picture = async (bcid: string, text: string) => {
  const code = await sharp(Buffer.from(toSVG({ bcid, text, scale: 5, height: 20, padding: 20, backgroundcolor: 'FFFFFF' })))
    .resize(520, 400, { fit: 'inside' })
    .png()
    .toBuffer()
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#9aa0a6' } })
    .composite([{ input: code }])
    .jpeg()
    .toBuffer()
}
const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
test.use({
  launchOptions: async ({ launchOptions: usual }, use) => {
    const place = await picture('qrcode', `http://shop.example${placeCodes(PLACE).path}`)
    const machine = await picture('code128', SERIAL)
    writeFileSync(film, Buffer.concat([...Array.from({ length: 90 }, () => place), ...Array.from({ length: 90 }, () => machine)]))
    await use({ ...usual, args: [...(usual.args ?? []), ...camera] })
  },
  viewport: { width: 390, height: 844 },
})

test(
  'a machine is put on a shelf by the camera, counted by a scanner, and found by typing',
  { tag: '@full' },
  async ({ adminPage: page, shop }) => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await page.setViewportSize({ width: 390, height: 844 })
    const desk = await deskOf(shop)
    const { unitNumber } = await desk.call<{ unitNumber: string }>('units.create', {
      manufacturer: 'Bitmain',
      model: 'Antminer S19',
      serialNumber: SERIAL,
    })
    await page.goto(adminPaths.scan)
    await expect(page.getByLabel('Machine, part, case, parcel or order')).toBeVisible()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expectAccessible(page, 'the screen that scans')
    await expectNoSidewaysScroll(page)

    // One press opens the camera; the shelf and the machine are read from its picture.
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    const last = page.getByRole('region', { name: 'Last scans' })
    await expect(page.getByText(`Moving to ${PLACE}`)).toBeVisible({ timeout: 30_000 })
    await expect(last.getByText(`No place → ${PLACE}`)).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page, 'the camera')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Close the camera' }).click()
    await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeVisible()
    expect(faults).toEqual([])

    // A scanner types, wherever the focus is.
    await page.getByRole('button', { name: 'Count', exact: true }).click()
    await page.getByLabel('Place, part or type of part').fill(PLACE)
    await page.keyboard.press('Enter')
    await expect(page.getByText('0 counted, 1 on record')).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await handsOn(page).scan(SERIAL.toLowerCase())
    await expect(page.getByText('1 counted, 1 on record')).toBeVisible()
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByLabel('Machine, part, case, parcel or order').fill('camera oo1o')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/admin/units/${unitNumber}$`))
    await desk.http.dispose()
  },
)
