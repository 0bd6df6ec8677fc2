import { adminPaths, API_DOCUMENT, API_PAGE } from '~/components/layouts/admin-nav'
import { expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'

test('anybody reads what is written of the API, as OpenAPI and as a page', async ({ request }) => {
  const answer = await request.get(API_DOCUMENT)
  expect(answer.headers()['content-type']).toBe('application/json; charset=utf-8')
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/trpc/orders.list': { get: { operationId: 'orders.list' } } },
  })
  const page = await request.get(API_PAGE)
  expect(page.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  expect(await page.text()).toContain('\n### orders.list\n')
})

test(
  'an administrator reads a call in the back office, which asks no other host and makes no call of its own',
  { tag: '@full' },
  async ({ adminPage: page, baseURL }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(baseURL ?? '').origin) foreign.push(request.url())
    })
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(adminPaths.integrations)
    await page.getByRole('link', { name: 'API description' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'API description' })).toBeVisible()
    await page.getByRole('heading', { level: 3, name: 'orders' }).click()
    await page
      .getByRole('button', { name: /GET \/api\/trpc\/orders\.list/ })
      .first()
      .click()
    const call = page.locator('.opblock.is-open')
    await expect(call.getByText('Answer', { exact: true })).toBeVisible()
    await expect(call.getByText('totalRevenue')).toBeVisible()
    await expect(page.getByRole('button', { name: /Try it out|Authorize|Execute/ })).toHaveCount(0)
    await expectGoodInEveryLook(page, 'the API description with a call open')
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  },
)
