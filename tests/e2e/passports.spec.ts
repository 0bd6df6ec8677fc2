import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility'
import { button, field, openAccount } from './support/accounts'
import { expectNoSidewaysScroll } from './support/admin'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'

/** A passport of a sold machine: issued at the desk, read and claimed by its next owner, checked without a connection, and revoked. */
test(
  'a passport is issued, read on a phone, claimed, checked without a connection and revoked',
  { tag: '@full' },
  async ({ adminPage, visitorPage: page, shop }) => {
    test.slow()
    const desk = await deskOf(shop)
    const buyer = await openAccount(shop, 'next.owner')
    const made = await desk.call<{ id: string; unitNumber: string }>('units.create', {
      manufacturer: 'Bitmain',
      model: 'Antminer S19',
      serialNumber: 'PASS-0001',
      owner: 'company',
    })
    await desk.call('units.update', { id: made.id, state: 'sold' })

    await adminPage.goto(`/admin/units/${made.unitNumber}`)
    const section = adminPage.getByRole('region', { name: 'Passport' })
    await section.getByRole('button', { name: 'Issue' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Issue a passport' })
    await expect(dialog.getByText('PASS-0001')).toBeVisible()
    await expectAccessible(adminPage, 'the preview of a passport')
    await dialog.getByRole('button', { name: 'Issue' }).click()
    const address = (await section.locator('code').textContent()) ?? ''
    expect(address).toMatch(/\/passport\/[\w-]{22}$/)
    const label = await adminPage.request.get((await section.getByRole('link', { name: /^Label/ }).getAttribute('href')) ?? '')
    expect((await label.body()).subarray(0, 5).toString()).toBe('%PDF-')

    // On a phone, by the code of the label.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    const path = new URL(address).pathname
    const answer = await page.goto(path)
    expect(answer?.headers()['x-robots-tag']).toContain('noindex')
    await expect(page.getByRole('heading', { level: 1, name: 'Bitmain Antminer S19' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'a passport on a phone')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the signed file' }).click()
    const file = await download
    const signed = await readFile(await file.path(), 'utf8')
    await page.getByRole('link', { name: 'Sign in to claim it' }).click()
    await field(page, 'Email').fill(buyer.email)
    await field(page, 'Password').fill(buyer.password)
    await button(page, 'Sign In').click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await page.getByRole('button', { name: 'Claim this machine' }).click()
    await expect(page.getByRole('button', { name: 'Release this machine' })).toBeVisible()

    // The page that checks files needs no connection once it is there.
    await page.goto('/passport/verify')
    const choose = page.getByLabel(/^Choose the file/)
    await expect(choose).toBeAttached()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    const bytes = (text: string) => ({ name: file.suggestedFilename(), mimeType: 'application/jose', buffer: Buffer.from(text) })
    await choose.setInputFiles(bytes(signed))
    await expect(page.getByText(`Valid: ${file.suggestedFilename()}`)).toBeVisible()
    await expect(page.getByText('PASS-0001')).toBeVisible()
    await expectAccessible(page, 'a checked passport')
    await expectNoSidewaysScroll(page)
    const place = signed.indexOf('.') + 20
    await choose.setInputFiles(bytes(`${signed.slice(0, place)}${signed[place] === 'A' ? 'B' : 'A'}${signed.slice(place + 1)}`))
    await expect(page.getByText(/^(?:Not valid|No passport): /)).toBeVisible()
    await page.context().setOffline(false)

    await section.getByRole('button', { name: 'Revoke' }).click()
    await adminPage.getByRole('dialog').getByLabel('Reason').fill('Read from another machine')
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(section.getByText('1 passport before')).toBeVisible()
    await page.goto(path)
    await expect(page.getByText('Reason: Read from another machine')).toBeVisible()
    await expectAccessible(page, 'a revoked passport')
    await desk.http.dispose()
  },
)
