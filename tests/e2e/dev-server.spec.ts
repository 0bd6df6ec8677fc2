import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { admin, ready, spawnShop, temporaryFolder, type ShopProcess } from '../setup/shop-process'
import { openTraceCollector } from '../setup/trace-collector'
import { isSignedBy, openWebhookReceiver } from '../setup/webhook-receiver'
import { expectGoodInEveryLook } from './support/accessibility'
import { newBrowser, signIn } from './support/accounts'
import { deskOf } from './support/desk'

/** `npm run dev`, which alone delivers webhooks to this machine: the way of a webhook through the back office, and the traces of it. */

let shop: ShopProcess
let collector: Awaited<ReturnType<typeof openTraceCollector>>
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(120_000)
  collector = await openTraceCollector()
  receiver = await openWebhookReceiver()
  shop = await ready(
    await spawnShop({
      folder: resolve('.'),
      program: 'scripts/dev.mjs',
      dataDir: temporaryFolder('dev-data'),
      env: { NODE_ENV: 'development', HOST: '127.0.0.1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      logFile: 'test-results/server-dev.log',
    }),
  )
})
test.afterAll(async () => {
  await shop.stop()
  await receiver.close()
  await collector.close()
})

test('a webhook is made, its secret read once, its log looked at, sent again, and disabled', { tag: '@full' }, async ({ browser }) => {
  // A page is compiled when it is first asked for.
  test.setTimeout(300_000)
  const page = await newBrowser(browser, shop)
  page.setDefaultNavigationTimeout(120_000)
  await signIn(page, admin)
  const desk = await deskOf({ ...shop, dataDir: '' })
  const makeProduct = (name: string) => desk.call('products.create', { name, category: 'Miners', price: 5, stockQuantity: 1 })

  await page.goto('/admin/integrations')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByLabel('New products').check()
  await expectGoodInEveryLook(page, 'the form of a webhook')
  await form.getByRole('button', { name: 'Make webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'The webhook’s secret' })
  const secret = /whsec_[\w+/]{43}=/.exec(await shown.innerText())?.[0] ?? ''
  await shown.getByRole('button', { name: 'I have saved it' }).click()
  const webhook = page.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: receiver.url })
  await expect(webhook).toContainText('Active')
  await page.reload()
  await expect(webhook).toContainText('New products')
  await expect(page.getByText('whsec_')).toHaveCount(0)

  await makeProduct('Told of')
  await expect.poll(() => receiver.messages.length).toBe(1)
  const [first] = receiver.take()
  expect(first && isSignedBy(secret, first)).toBe(true)
  await webhook.getByRole('button', { name: 'Log of' }).click()
  const log = page.getByRole('dialog', { name: 'Log of the webhook' })
  const delivery = log.getByRole('row').filter({ hasText: 'product.created' })
  await expect(delivery).toContainText(/Delivered.*HTTP 204.*1 attempt/)
  await expectGoodInEveryLook(page, 'the log of a webhook')

  receiver.answer((_request, response) => response.writeHead(410).end('No longer here'))
  await delivery.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'It is sent again' })).toBeVisible()
  await expect.poll(() => receiver.messages.map(({ id }) => id)).toEqual([first?.id])
  await expect(delivery).toContainText(/Failed.*HTTP 410.*2 attempts.*No longer here/)
  await expect(delivery.getByRole('button', { name: 'Send again' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(webhook).toContainText('Disabled')
  await expect(webhook).toContainText('It answered that it is gone for good (410).')
  await expectGoodInEveryLook(page, 'a disabled webhook')
  receiver.take()
  receiver.answer()

  await makeProduct('Not told of')
  await webhook.getByRole('button', { name: 'Enable' }).click()
  await expect(webhook).toContainText('Active')
  await webhook.getByRole('button', { name: 'Log of' }).click()
  await delivery.getByRole('button', { name: 'Send again' }).click()
  await expect(delivery).toContainText(/Delivered.*HTTP 204.*3 attempts/)
  expect(receiver.take().map(({ id }) => id)).toEqual([first?.id])
})

test('its traces have the change with its statements, and the job with the request that it makes', { tag: '@full' }, async () => {
  const spans = (name: string) => collector.spans.filter((span) => span.name === name)
  await expect.poll(() => spans('POST 127.0.0.1').length, { timeout: 20_000 }).toBe(3)
  const [call] = spans('products.create')
  expect(spans('POST /api/trpc/[trpc]').some(({ spanId }) => spanId === call?.parentSpanId)).toBe(true)
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(statements.map(({ attributes }) => attributes['db.query.summary'])).toContain('INSERT products')
  const jobs = spans('process webhooks').map(({ spanId }) => spanId)
  const statuses = spans('POST 127.0.0.1').map((span) => {
    expect(jobs).toContain(span.parentSpanId)
    return span.attributes['http.response.status_code']
  })
  expect(statuses).toEqual([204, 410, 204])
  expect(collector.text()).not.toMatch(/whsec_|hook\?shop/)
})
