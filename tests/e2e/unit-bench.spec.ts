import { readingOf } from '../setup/machine-reading'
import { expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll } from './support/admin'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'

test(
  'a machine that was bought is read, refurbished with one hand and found ready',
  { tag: '@full' },
  async ({ adminPage: page, shop }) => {
    const desk = await deskOf(shop)
    await desk.call('models.create', {
      manufacturer: 'Bench & Co',
      model: 'Hasher 9',
      hashrate: '100 TH/s',
      powerWatts: 3250,
      boards: 3,
      loadTestMinutes: 0,
    })
    const { id, tradeInNumber } = await desk.call<{ id: string; tradeInNumber: string }>('tradeIns.create', {
      customer: { email: 'bench.walk@example.com', fullName: 'Bea Bench' },
      deviceInfo: { manufacturer: 'Bench & Co', model: 'Hasher 9', serialNumber: 'BENCH-0001' },
    })
    await desk.call('tradeIns.update', { id, finalValue: 100 })
    const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

    // Another machine's file is refused; the case's own one leads to the boards of the machine.
    await page.goto(`/admin/trade-ins/${tradeInNumber}?tab=files`)
    const readings = page.getByRole('region', { name: 'Machine readings' })
    await readings.getByLabel('Read machine: on arrival').setInputFiles(file('other.json', readingOf({ serialNumber: 'OTHER-7' })))
    await expect(readings.getByRole('alert')).toContainText('its serial number is OTHER-7, and U-')
    await readings.getByLabel('Read machine: on arrival').setInputFiles(file('own.json', readingOf({ serialNumber: 'bench 0001' })))
    await readings.getByRole('table', { name: 'Readings' }).waitFor()
    await desk.call('tradeIns.updateStatus', { id, status: 'completed' })
    await page.setViewportSize({ width: 390, height: 844 })
    await readings.getByRole('link', { name: /^Boards of U-/ }).click()

    const boards = page.getByRole('region', { name: 'Boards', exact: true })
    await expect(boards.getByRole('heading', { name: 'Boards' })).toBeInViewport()
    await boards.getByLabel('Read machine: after the work').setInputFiles(file('after.json', readingOf({ boards: ['B-0', 'X-1', 'B-2'] })))
    await boards.getByRole('group', { name: 'Question about Board 2' }).waitFor()
    const work = page.getByRole('region', { name: 'Refurbishing' })
    for (const step of await work.getByRole('list', { name: 'Steps' }).getByRole('checkbox').all()) await step.check()
    await expect(work.getByRole('list', { name: 'Still missing' })).not.toContainText('“')
    await work.getByRole('button', { name: 'Start load test' }).click()
    await work.getByRole('button', { name: 'End load test' }).click()
    await expect(work.getByRole('button', { name: 'End load test' })).toBeHidden()
    await work.getByRole('button', { name: 'Record the test' }).click()
    await page.getByRole('dialog').getByLabel('Reference').fill('PAT-7')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(work.getByText('Passed')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'a machine at the bench')

    await expect(work.getByRole('list', { name: 'Still missing' })).toContainText('answer for board 2 (X-1)')
    await expect(work.getByRole('button', { name: 'Ready for sale' })).toBeDisabled()
    await boards.getByRole('button', { name: 'Misread' }).click()
    await expect(work.getByRole('list', { name: 'Still missing' })).toBeHidden()
    await work.getByRole('button', { name: 'Ready for sale' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ready')
    await expect(work.getByText(/^Found ready by/)).toBeVisible()
    await desk.http.dispose()
  },
)
