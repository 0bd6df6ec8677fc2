import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { emailsTo, newBrowser } from './support/accounts'
import { expectAccessible, expectGoodInEveryLook } from './support/accessibility'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'
import { tabTo } from './support/focus'
import type { ShopServer } from './support/shop-server'

/**
 * A customer asks for a repair on a phone, follows it by the link of an email and answers its estimate, while the desk and another
 * device of theirs look on.
 */

/** Between the server's answer to one browser and what another one shows (ms). */
const AT_ONCE = 1_000
const PHONE = { width: 390, height: 844 }

/** Looks out for a text, in the page itself: how soon a test asks does not count. @returns when it is shown (ms) */
async function lookOut(page: Page, text: string): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle((wanted) => {
    const shownAt = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.body.textContent.includes(wanted)) return
        observer.disconnect()
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    return { shownAt }
  }, text)
  return () => watch.evaluate(({ shownAt }) => shownAt)
}

/** When the page had the whole answer to a call (ms). */
async function whenAnswered(page: Page, procedure: string): Promise<number> {
  const request = await page.waitForEvent('requestfinished', (each) => each.url().includes(procedure))
  const { startTime, responseEnd } = request.timing()
  return startTime + responseEnd
}

async function linkIn(shop: ShopServer, email: string, link: RegExp, subject = '') {
  const find = async () => (await emailsTo(shop, email)).find(({ text, subject: said }) => link.test(text) && said.includes(subject))
  await expect.poll(async () => (await find()) !== undefined).toBe(true)
  return link.exec((await find())?.text ?? '')?.[0] ?? ''
}

/** Asks for a repair by the keyboard alone. @returns its number */
async function askForRepair(page: Page, shop: ShopServer, email: string): Promise<string> {
  await page.setViewportSize(PHONE)
  await page.goto('/repair/request?service=hashboard')
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await type('Manufacturer', 'Bitmain')
  await type('Model', 'Antminer S19')
  await tabTo(page, page.getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await type('Name', 'Freya Follower')
  await type('Email', email)
  await tabTo(page, page.getByRole('button', { name: 'Request repair', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await page.goto(await linkIn(shop, email, /\/repair\/request#confirm=[\w-]{43}/))
  await tabTo(page, page.getByRole('button', { name: 'Confirm request' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'We have your request' })).toBeFocused()
  return /REP-\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
}

test('a repair is asked for, followed on two devices, its estimate accepted, and seen at the desk at once', async ({
  shop,
  browser,
  adminPage,
  request: http,
}) => {
  test.setTimeout(120_000)
  const email = 'follower@example.com'
  const desk = await deskOf(shop)
  const [page, second] = [await newBrowser(browser, shop), await newBrowser(browser, shop)]
  const number = await askForRepair(page, shop, email)
  const address = await linkIn(shop, email, /\/track\/[\w-]{43}/, 'Your repair request')

  // Scanners of mail change nothing, and tell nobody anything.
  for (const method of ['HEAD', 'GET']) {
    const answer = await http.fetch(address, { method })
    expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    expect(await answer.text()).not.toContain(number)
  }

  // The other device has a link of its own, by the number.
  await second.goto('/track')
  await second.getByLabel('Number', { exact: true }).fill(number)
  await second.getByLabel('Number', { exact: true }).press('Enter')
  await expect(second.getByText(/emailed its link/)).toBeVisible()
  await expectAccessible(second, '/track')
  await second.goto(await linkIn(shop, email, /\/track\/[\w-]{43}/, 'Your link'))
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(`Repair ${number}`)
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'What we need from you: the machine' })).toBeVisible()
  await adminPage.goto(`/admin/repairs/${number}`)
  const asked = adminPage.getByRole('region', { name: 'Requested online' })
  await expect(asked).toContainText('Not yet')

  // Its print is a document: neither controls nor what they just said.
  await page.getByLabel('Where we send your machine').fill('Freya Follower\n12 High Street\nLeeds LS1 1AA')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Saved.', { exact: true })).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText('12 High Street', { exact: false })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByLabel('Carrier', { exact: true }).fill('DHL')
  await page.getByLabel('Tracking number').fill('JD0123')
  await page.getByRole('button', { name: 'I have sent it' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your parcel is on its way' })).toBeVisible()
  for (const where of [page, second, adminPage])
    await expect(where.getByRole('link', { name: /^Track parcel/ })).toHaveAttribute('href', /dhl\.com.*JD0123/)
  await expect(asked).toContainText('DHL, JD0123')
  await asked.getByRole('button', { name: 'It has arrived' }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)

  const { repair } = await desk.read<{ repair: { id: string } }>('repairs.byNumber', { number })
  await desk.call('repairs.saveEstimate', {
    id: repair.id,
    lines: [{ kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 }],
  })
  await desk.call('repairs.sendEstimate', { id: repair.id })
  const accept = page.getByRole('button', { name: 'Accept the estimate' })
  await expect(accept).toBeVisible()
  await expect(page.getByRole('region', { name: 'Repair it, or trade it in?' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Accept the estimate' })).toBeVisible()
  await expectGoodInEveryLook(page, 'a repair with an estimate')

  await page.setViewportSize(PHONE)
  await accept.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Accept estimate 1?' })
  await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Accept for €150.00' }))
  const shown = [await lookOut(adminPage, 'Estimate 1 accepted online'), await lookOut(second, 'Estimate 1 accepted')]
  const answered = whenAnswered(page, 'cases.answer')
  await page.keyboard.press('Enter')
  for (const at of shown) expect((await at()) - (await answered)).toBeLessThan(AT_ONCE)
  await expect(page.getByText('You have accepted the estimate', { exact: false })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Accept the estimate' })).toHaveCount(0)

  // It is taken back on the other device, and accepted for good.
  await second.getByRole('button', { name: 'Take it back' }).click()
  await expect(adminPage.getByText('Customer has taken back that they accept estimate 1', { exact: false }).first()).toBeVisible()
  await accept.click()
  await expectGoodInEveryLook(page, 'what accepting means')
  await page.setViewportSize(PHONE)
  await dialog.getByRole('button', { name: 'Accept for €150.00' }).click()
  await expect(page.getByText('You have accepted the estimate', { exact: false })).toBeVisible()
  const paper = (await page.getByRole('link', { name: /^Estimate 1/ }).getAttribute('href')) ?? ''
  expect((await page.request.get(paper)).headers()['content-type']).toBe('application/pdf')

  const mine = page.getByRole('region', { name: 'Messages' })
  await mine
    .getByLabel('Pictures')
    .setInputFiles({ name: 'board.heic', mimeType: 'image/heic', buffer: readFileSync('tests/setup/files/drawing.heic') })
  await mine.getByLabel('Your message').fill('Please keep the old board.')
  await mine.getByRole('button', { name: 'Send message' }).press('Enter')
  await adminPage.getByRole('tab', { name: 'Messages' }).click()
  const theirs = adminPage.getByRole('region', { name: 'Messages' })
  await expect(theirs.getByText('Please keep the old board.')).toBeVisible()
  await expect(theirs.getByRole('img')).toHaveCount(1)
  await theirs.getByLabel('Your message').fill('We do. It goes back with the machine.')
  await expect(mine.getByText(/^Seen /).last()).toBeVisible()
  await theirs.getByRole('button', { name: 'Send message' }).click()
  await expect(mine.getByText('We do. It goes back with the machine.')).toBeVisible()
  await expect(theirs.getByText(/^Seen /)).toBeVisible()
  await expectGoodInEveryLook(page, 'a case with messages')

  await adminPage.getByRole('tab', { name: 'Work' }).click()
  await adminPage.getByRole('button', { name: 'Revoke links' }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Revoke links' }).click()
  for (const where of [page, second]) await expect(where.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  expect((await page.request.get(paper)).status()).toBe(404)
  await desk.http.dispose()
  await page.context().close()
  await second.context().close()
})
