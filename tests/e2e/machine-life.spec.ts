import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readingOf } from '../setup/machine-reading'
import { button, emailsTo, field, newBrowser, openAccount, signIn } from './support/accounts'
import { toast } from './support/admin'
import { deskOf } from './support/desk'
import { expect as usual, test as base } from './support/fixtures'
import { startShop, type ShopServer } from './support/shop-server'

/** One machine from its owner's request until it is back under warranty with the next owner. */

const SECRET = 'the-webhook-secret-of-a-life'
const SERIAL = 'LIFE-7Q4X-0042'
const BOARD = 'HB-LIFE-NEW'
const PRODUCT = 'Refurbished S21 of a life'
const SHELF = 'Shelf L1'
const ORDER = '#7742'
const BUYER = 'second.owner'

/** One slow answer of a busy machine does not end a walk of so many steps. */
const expect = usual.configure({ timeout: 12_000 })

const test = base.extend<object, { shop: ShopServer }>({
  shop: [
    async ({}, use, { workerIndex }) => {
      const shop = await startShop(`test-results/server-${workerIndex}.log`, { SHOPIFY_WEBHOOK_SECRET: SECRET })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
/** A scanner types a code into the field that has the focus, and presses Enter. */
async function scan(where: Locator, code: string) {
  await where.fill(code)
  await where.press('Enter')
}
const json = (text: string) => ({ name: 'miner.json', mimeType: 'application/json', buffer: Buffer.from(text) })
/** The machine's answer with these boards in it. */
const answers = (...boards: string[]) => json(readingOf({ serialNumber: SERIAL, boards, hashrate: 201, power: 3510 }))

/** The records before: an old repair of the machine, a product without stock, and a board on the shelf. */
async function whatWasBefore(page: Page, shop: ShopServer, email: string) {
  const desk = await deskOf(shop)
  const { id } = await desk.call<{ id: string }>('repairs.create', {
    customer: { email },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S21', serialNumber: SERIAL },
    problemDescription: 'A fan stands still',
  })
  const text = readingOf({ serialNumber: SERIAL, boards: ['A-1', 'A-2', 'A-3'] })
  await desk.call('cases.readings.add', { case: { noun: 'repairs', id }, phase: 'after', text })
  await desk.call('repairs.updateStatus', { id, status: 'completed' })
  await desk.call('repairs.updateStatus', { id, status: 'shipped' })
  await desk.call('products.create', {
    name: PRODUCT,
    category: 'Refurbished',
    manufacturer: 'Bitmain',
    model: 'Antminer S21',
    price: 1500,
    warranty: 'Twelve months',
    stockQuantity: 0,
    isActive: true,
  })
  await desk.call('parts.createType', { name: 'Hashboard of a life', kind: 'hashboard', cost: 200 })
  await desk.http.dispose()
  await page.goto('/admin/parts?add=1')
  const dialog = page.getByRole('dialog', { name: 'Receive parts' })
  await dialog.getByLabel('Type').fill('of a life')
  await page.getByRole('option', { name: /Hashboard of a life/ }).click()
  await dialog.getByLabel('Serial number').fill(BOARD)
  await press(dialog, 'Receive')
  await toast(page, 'status', 'Parts received').waitFor()
}

/** The first link of that form among the emails to an address. @param about what its email names besides */
async function linkIn(shop: ShopServer, email: string, link: RegExp, about = ''): Promise<string> {
  const find = async () =>
    (await emailsTo(shop, email)).flatMap(({ text }) => (text.includes(about) ? (link.exec(text) ?? []) : []))[0] ?? ''
  await expect.poll(find).not.toBe('')
  return find()
}

/** Its owner offers the machine, without an account. @returns the number of the trade-in */
async function offerOnline(page: Page, shop: ShopServer, email: string): Promise<string> {
  await page.goto('/trade-in/submit')
  await page.getByLabel('Find your machine').fill('S21')
  await page.getByRole('option', { name: /^Bitmain Antminer S21, 200 TH.s Up to/ }).click()
  const machine = page.getByRole('listitem', { name: 'Machine 1' })
  await machine.getByLabel('Condition').selectOption('good')
  await machine.getByLabel('Serial number').fill(SERIAL)
  await field(page, 'Name').fill('Fiona First')
  await field(page, 'Email').fill(email)
  await press(page, 'Submit trade-in')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await page.goto(await linkIn(shop, email, /\S+\/trade-in\/submit#confirm=[\w-]{43}/))
  await press(page, 'Confirm request')
  await expect(page.getByRole('heading', { name: 'We have your request' })).toBeFocused()
  return /TRD-\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
}

/** It comes to the desk, is found by its label, and put on a shelf. @returns the number of the unit */
async function receive(page: Page, tradeIn: string): Promise<string> {
  await page.goto('/admin/scan')
  await scan(field(page, 'Machine, part, case, parcel or order'), SERIAL)
  await expect(page).toHaveURL(new RegExp(`/admin/trade-ins/${tradeIn}$`))
  await press(page, 'Mark as arrived')
  await expect(region(page, 'Requested online').getByText('Arrived')).toBeVisible()
  const unit = (await region(page, 'Machine').getByRole('link', { name: /^U-/ }).textContent()) ?? ''
  await page.goto('/admin/scan')
  await press(page, 'Move')
  await scan(field(page, 'Place'), SHELF)
  await expect(page.getByText(`Moving to ${SHELF}`)).toBeVisible()
  await scan(page.getByLabel('Machine or part'), SERIAL)
  await expect(region(page, 'Last scans').getByText(`No place → ${SHELF}`)).toBeVisible()
  return unit
}

/** Reads it on arrival: a board is another one than at its repair. */
async function readForeignBoard(page: Page, tradeIn: string, unit: string) {
  await page.goto(`/admin/trade-ins/${tradeIn}?tab=files`)
  await page.getByLabel('Read machine: on arrival').setInputFiles(answers('A-1', 'A-2', 'X-9'))
  await expect(page.getByText(`Board 3 of ${unit} was changed by nobody here.`)).toBeVisible()
  await page.getByRole('link', { name: `Boards of ${unit}` }).click()
  const question = page.getByRole('group', { name: 'Question about Board 3' })
  await expect(question).toContainText('It was read as X-9')
  await press(question, 'Swapped before us')
  await expect(question).toBeHidden()
}

/** The desk makes the offer that its owner accepts, and completes the trade-in. */
async function buy(desk: Page, owner: Page, tradeIn: string, trackingPage: string) {
  await desk.goto(`/admin/trade-ins/${tradeIn}`)
  await press(desk, 'Evaluate the machine')
  await press(desk, 'All OK')
  await press(region(desk, 'Evaluation'), 'Send offer')
  await press(desk.getByRole('dialog'), 'Send offer')
  await toast(desk, 'status', 'Offer sent successfully').waitFor()
  await owner.goto(trackingPage)
  await press(owner, 'Accept the offer')
  await owner.getByRole('button', { name: /^Accept for €/ }).click()
  await expect(owner.getByText('Offer 1 accepted')).toBeVisible()
  await press(desk, 'Complete the trade-in')
  await press(desk.getByRole('dialog'), 'Change status')
  await expect(desk.getByRole('combobox', { name: /^Status of / })).toHaveValue('completed')
}

/** A board from stock, the checklist, both tests and a reading after the work. */
async function refurbish(page: Page, unit: string) {
  await page.goto(`/admin/units/${unit}`)
  await expect(region(page, 'Machine')).toContainText('The company')
  const parts = region(page, 'Parts')
  await scan(parts.getByLabel('Install a part'), BOARD.toLowerCase())
  await parts.getByLabel('Slot').selectOption({ label: 'Board 3' })
  await parts.getByRole('button', { name: /^Install P-/ }).click()
  await expect(page.getByRole('table', { name: 'Parts in this machine' })).toContainText(BOARD)

  const work = region(page, 'Refurbishing')
  if (await work.getByRole('button', { name: 'Begin refurbishing' }).isVisible()) await press(work, 'Begin refurbishing')
  await expect(button(page, 'Ready for sale')).toBeVisible()
  for (const step of await work.getByRole('list', { name: 'Steps' }).getByRole('checkbox').all()) {
    await step.click()
    await expect(step).toBeChecked()
    await expect(step).toBeEnabled()
  }
  await work.getByText('Enter its times').click()
  await field(page, 'Began').fill('2026-11-20T09:00')
  await field(page, 'Ended').fill('2026-11-20T10:30')
  await press(work, 'Save times')
  await expect(work.getByText('90 minutes of at least 60.')).toBeVisible()
  await press(work, 'Record the test')
  const safety = page.getByRole('dialog', { name: 'Electrical safety test' })
  await safety.getByLabel('Reference').fill('PAT-42')
  await press(safety, 'Save')
  await toast(page, 'status', 'Safety test passed').waitFor()
  await expect(work.getByRole('list', { name: 'Still missing' })).toHaveText('a reading after the work')
  await page.getByLabel('Read machine: after the work').setInputFiles(answers('A-1', 'A-2', BOARD))
  await expect(region(page, 'Boards').getByRole('row', { name: /^Board 3/ })).toContainText('Swapped here')
  await press(work, 'Ready for sale')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ready')
}

const card = (page: Page) => page.getByRole('article').filter({ hasText: PRODUCT })

/** Under its product it is stock, which visitors see. */
async function list(desk: Page, visitor: Page) {
  await visitor.goto(`/products?search=${encodeURIComponent(PRODUCT)}`)
  await expect(card(visitor)).toContainText('Out of Stock')
  const sale = region(desk, 'Sale')
  await sale.getByLabel('List under').fill(PRODUCT)
  await desk.getByRole('option', { name: new RegExp(PRODUCT) }).click()
  await press(sale, 'List')
  await expect(sale.getByText(`Listed under ${PRODUCT}`)).toBeVisible()
  await expect(card(visitor)).toContainText('Limited Stock')
}

/** The platform tells of an order, as it does over HTTP. */
async function sellOnPlatform(page: Page, email: string) {
  const now = new Date().toISOString()
  const line = { id: 77, title: PRODUCT, name: PRODUCT, sku: 'LIFE', quantity: 1, current_quantity: 1, price: '1500.00', tax_lines: [] }
  const order = { id: 7_742_001, name: ORDER, email, created_at: now, updated_at: now, financial_status: 'paid', total_price: '1500.00' }
  const data = Buffer.from(JSON.stringify({ ...order, taxes_included: true, line_items: [line] }))
  const headers = {
    'content-type': 'application/json',
    'x-shopify-topic': 'orders/create',
    'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(data).digest('base64'),
    'x-shopify-triggered-at': now,
    'x-shopify-webhook-id': 'delivery-of-a-life',
  }
  expect((await page.request.post('/api/shopify/webhook', { headers, data })).status()).toBe(200)
}

/** The order first, then the machine that leaves for it; nothing of it is left to sell. */
async function dispatch(desk: Page, visitor: Page, unit: string) {
  await desk.goto('/admin/scan')
  await press(desk, 'Dispatch')
  await scan(field(desk, 'Order'), ORDER)
  await expect(desk.getByText(`Sending ${ORDER}`)).toBeVisible()
  await scan(desk.getByLabel('Scan the units that leave'), SERIAL)
  await press(desk, 'Dispatch 1 unit')
  await expect(desk.getByRole('table', { name: 'Dispatched units' })).toContainText(unit)
  await expect(card(visitor)).toContainText('Out of Stock')
}

/** @returns the path of the passport's page */
async function issuePassport(page: Page, unit: string): Promise<string> {
  await page.goto(`/admin/units/${unit}`)
  const passport = region(page, 'Passport')
  await press(passport, 'Issue')
  await press(page.getByRole('dialog', { name: 'Issue a passport' }), 'Issue')
  return new URL((await passport.locator('code').textContent()) ?? '').pathname
}

/** The buyer saves the signed file, claims the machine, and checks the file with no connection. */
async function claimAndVerify(page: Page, path: string) {
  await page.goto(path)
  for (const said of [BOARD, 'PAT-42', 'Twelve months']) await expect(page.getByText(said).first()).toBeVisible()
  const saved = page.waitForEvent('download')
  await press(page, 'Save the signed file')
  const signed = await readFile(await (await saved).path(), 'utf8')
  await press(page, 'Claim this machine')
  await expect(button(page, 'Release this machine')).toBeVisible()
  await page.goto('/passport/verify')
  const choose = page.getByLabel(/^Choose the file/)
  await expect(choose).toBeAttached()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  const file = (text: string) => ({ name: 'life.jws', mimeType: 'application/jose', buffer: Buffer.from(text) })
  await choose.setInputFiles(file(signed))
  await expect(page.getByText('Valid: life.jws')).toBeVisible()
  await expect(page.getByText(SERIAL)).toBeVisible()
  const place = signed.indexOf('.') + 40
  await choose.setInputFiles(file(`${signed.slice(0, place)}${signed[place] === 'A' ? 'B' : 'A'}${signed.slice(place + 1)}`))
  await expect(page.getByText(/^(?:Not valid|No passport): /)).toBeVisible()
  await page.context().setOffline(false)
}

/** The buyer asks for a repair of it. @returns its number */
async function askForRepair(page: Page): Promise<string> {
  await page.goto('/repair/request?service=hashboard')
  await field(page, 'Manufacturer').fill('Bitmain')
  await field(page, 'Model').fill('Antminer S21')
  await field(page, 'Serial number').fill(SERIAL.toLowerCase())
  await page.getByRole('checkbox').first().check()
  await press(page, 'Request repair')
  await expect(page.getByRole('heading', { name: 'We have your request' })).toBeFocused()
  return /REP-\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
}

/** The timeline has all of it, the newest first, on as many pages as it takes. */
async function expectWholeLife(page: Page, { tradeIn, repair }: { tradeIn: string; repair: string }) {
  const told = [
    `Repair ${repair} arrived`,
    'Passport claimed by its owner',
    'Passport issued',
    `Dispatched with order ${ORDER}`,
    'Refurbishing finished',
    'Machine read after the work',
    `Serial number ${BOARD}`,
    'The company is its owner',
    'Board 3: swapped before us',
    `Trade-in ${tradeIn} arrived`,
    'Record opened',
  ]
  const timeline = region(page, 'Timeline')
  const older = timeline.getByRole('button', { name: 'Show older' })
  await expect(async () => {
    if (await older.isVisible()) await older.click()
    await expect(timeline).toContainText('Record opened', { timeout: 1_000 })
  }).toPass()
  const text = await timeline.innerText()
  // A safety test has a day and no time, so it stands where that day begins.
  expect(text).toContain('Electrical safety test')
  const places = told.map((each) => text.indexOf(each))
  expect(
    places.every((place) => place >= 0),
    text,
  ).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
}

test(
  'a machine is traded in, refurbished, sold, dispatched, passed on with its passport, and comes back under warranty',
  { tag: '@full' },
  async ({ adminPage: desk, visitorPage: visitor, browser, shop }) => {
    test.setTimeout(180_000)
    const first = 'first.owner@example.com'
    await whatWasBefore(desk, shop, first)
    const tradeIn = await offerOnline(visitor, shop, first)
    const unit = await receive(desk, tradeIn)
    await readForeignBoard(desk, tradeIn, unit)
    await buy(desk, visitor, tradeIn, await linkIn(shop, first, /\S+\/track\/[\w-]{43}/, tradeIn))
    await refurbish(desk, unit)
    await list(desk, visitor)

    const account = await openAccount(shop, BUYER)
    await sellOnPlatform(visitor, account.email)
    await dispatch(desk, visitor, unit)
    const passport = await issuePassport(desk, unit)
    const buyer = await newBrowser(browser, shop)
    await signIn(buyer, account)
    await claimAndVerify(buyer, passport)
    const repair = await askForRepair(buyer)

    // Back at the desk, its label opens the repair, and from there all that is known of it.
    await desk.goto('/admin/scan')
    await scan(field(desk, 'Machine, part, case, parcel or order'), SERIAL)
    await expect(desk).toHaveURL(new RegExp(`/admin/repairs/${repair}$`))
    await press(desk, 'Mark as arrived')
    const machine = region(desk, 'Machine')
    await expect(machine.getByRole('list', { name: 'Cases of this machine' })).toContainText(tradeIn)
    await machine.getByRole('link', { name: unit }).click()
    await expect(desk.getByRole('list', { name: 'Cases of this machine' }).getByRole('listitem')).toHaveCount(3)
    await expectWholeLife(desk, { tradeIn, repair })
    await buyer.context().close()
  },
)
