import { request, type APIRequestContext } from '@playwright/test'
import { emailsTo, newBrowser } from './support/accounts'
import { expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { admin, type ShopServer } from './support/shop-server'

/** A customer follows a repair by the link of an email and answers its estimate, while the desk looks on. */

/** A second, and what a busy machine takes to show what it has. */
const AT_ONCE = process.env.CI ? 3_000 : 2_000

interface Answer<T> {
  result: { data: { json: T } }
}

/** The calls of the desk, by its token. */
async function deskOf(shop: ShopServer) {
  const http: APIRequestContext = await request.newContext({ baseURL: shop.url })
  const post = async <T>(path: string, json: object, headers = {}): Promise<T> => {
    const answer = await http.post(`/api/trpc/${path}`, { data: { json }, headers })
    expect(answer.ok(), path).toBe(true)
    return ((await answer.json()) as Answer<T>).result.data.json
  }
  const { session } = await post<{ session: { accessToken: string } }>('auth.signIn', admin)
  const headers = { authorization: `Bearer ${session.accessToken}` }
  return { http, call: <T>(path: string, json: object) => post<T>(path, json, headers) }
}

test('an estimate is sent, followed by its link, accepted, and seen at the desk at once', async ({
  shop,
  browser,
  adminPage,
  request: http,
}) => {
  test.setTimeout(120_000)
  const email = 'follower@example.com'
  const desk = await deskOf(shop)
  const repair = await desk.call<{ id: string; repairNumber: string }>('repairs.create', {
    customer: { email, fullName: 'Freya Follower' },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
    problemDescription: 'One board is missing',
  })

  const page = await newBrowser(browser, shop)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/track')
  await page.getByLabel('Number', { exact: true }).fill(repair.repairNumber)
  await page.getByLabel('Number', { exact: true }).press('Enter')
  await expect(page.getByText(/its link is on its way/)).toBeVisible()
  await expectGoodInEveryLook(page, '/track')
  await expect.poll(async () => (await emailsTo(shop, email)).some(({ text }) => text.includes('/track/'))).toBe(true)
  const letter = (await emailsTo(shop, email)).find(({ text }) => text.includes('/track/'))
  const address = /\/track\/[\w-]{43}/.exec(letter?.text ?? '')?.[0] ?? ''

  // What scanners of mail do changes nothing, and tells nobody anything.
  for (const method of ['HEAD', 'GET']) {
    const answer = await http.fetch(address, { method })
    expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    expect(await answer.text()).not.toContain(repair.repairNumber)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Repair ${repair.repairNumber}`)
  await expect(page.getByText('Nothing at the moment.', { exact: false })).toBeVisible()
  await adminPage.goto(`/admin/repairs/${repair.repairNumber}`)
  const money = adminPage.getByRole('region', { name: 'Sent estimates' })
  await expect(adminPage.getByRole('region', { name: "Customer's links" })).toContainText('2 links open')

  await desk.call('repairs.saveEstimate', {
    id: repair.id,
    lines: [{ kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 }],
  })
  await desk.call('repairs.sendEstimate', { id: repair.id })
  const accept = page.getByRole('button', { name: 'Accept the estimate' })
  await expect(accept).toBeVisible({ timeout: AT_ONCE })
  await expect(page.getByRole('region', { name: 'Repair it, or trade it in?' })).toBeVisible()
  await expect(money.getByText('Sent', { exact: false }).first()).toBeVisible()
  await expectGoodInEveryLook(page, 'a repair with an estimate')

  await page.setViewportSize({ width: 390, height: 844 })
  await accept.focus()
  await page.keyboard.press('Enter')
  await expect(money.getByText('Accepted', { exact: false }).first()).toBeVisible({ timeout: AT_ONCE })
  await expect(page.getByText('You have accepted the estimate', { exact: false })).toBeVisible()
  const paper = (await page.getByRole('link', { name: /^Estimate 1/ }).getAttribute('href')) ?? ''
  expect((await page.request.get(paper)).headers()['content-type']).toBe('application/pdf')

  await adminPage.getByRole('button', { name: 'Revoke links' }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Revoke links' }).click()
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible({ timeout: AT_ONCE })
  expect((await page.request.get(paper)).status()).toBe(404)
  await desk.http.dispose()
  await page.context().close()
})
