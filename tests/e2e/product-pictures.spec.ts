import sharp from 'sharp'
import { expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll } from './support/admin'
import { expect } from './support/fixtures'
import { test } from './support/sql-shop'

/** Pictures of a product, from an administrator's phone to the open page of a visitor. */

const id = 'c1b2c3d1-0000-4000-8000-000000000002'
const name = 'Pictured miner'

const picture = async (file: string, background: string) => ({
  name: file,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .png()
    .toBuffer(),
})

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

test(
  'pictures that are uploaded, put into order and removed reach an open page',
  { tag: '@full' },
  async ({ adminPage, visitorPage, database }) => {
    test.slow()
    await database.query(`DELETE FROM products; INSERT INTO products (id, name, category) VALUES ('${id}', '${name}', 'ASIC Miners')`)
    await visitorPage.goto('/products')
    const card = visitorPage.getByRole('article').filter({ hasText: name })
    const shown = card.locator('img').first()
    await expect(shown).toHaveAttribute('src', /^\/products\/.*\.svg$/)

    await adminPage.goto(`/admin/products?details=${id}`)
    const section = adminPage.getByRole('dialog', { name: 'Edit Product' }).getByRole('region', { name: 'Pictures' })
    const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    await section.getByLabel(/^Add pictures/).setInputFiles([await picture('front.png', '#f59e0b'), svg])
    await expect(section.getByRole('alert')).toContainText('SVG, HTML and XML are not taken')
    await section.getByRole('button', { name: 'Dismiss logo.svg' }).click()
    await section.getByLabel(/^Add pictures/).setInputFiles(await picture('back.png', '#334155'))
    // Each is decoded in a process of its own, which takes long on a busy machine.
    await expect(section.getByText('2 of 8')).toBeVisible({ timeout: 60_000 })
    await expect(shown).toHaveAttribute('src', /^\/api\/product-pictures\/.*\/card\.webp$/)
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    const front = await shown.getAttribute('src')

    await section.getByRole('button', { name: 'Move earlier: back.png' }).focus()
    await adminPage.keyboard.press('Enter')
    await expect(shown).not.toHaveAttribute('src', front ?? '')
    const text = section.getByRole('textbox', { name: 'Alt text of picture 1' })
    await text.fill('Its back, with both power supplies')
    await text.press('Enter')
    await expect(shown).toHaveAttribute('alt', 'Its back, with both power supplies')
    await expectNoSidewaysScroll(adminPage)
    await expectAccessible(adminPage, 'the pictures in a product’s dialog')

    await card.getByRole('heading').getByRole('link').click()
    const all = visitorPage.getByRole('list', { name: 'Pictures' })
    await expect(all.getByRole('img')).toHaveCount(2)
    await expectNoSidewaysScroll(visitorPage)
    await expectAccessible(visitorPage, 'the page of a product with pictures')
    const large = await visitorPage.request.get((await all.getByRole('link').first().getAttribute('href')) ?? '')
    expect([large.status(), large.headers()['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    const back = await section.locator('img').first().getAttribute('src')
    await visitorPage.goto('/')
    await expect(visitorPage.locator(`img[src="${back}"]`)).toHaveCount(1)

    await section.getByRole('button', { name: 'Remove back.png' }).click()
    await adminPage.getByRole('dialog', { name: 'Remove back.png' }).getByRole('button', { name: 'Remove' }).click()
    await expect(section.getByText('1 of 8')).toBeVisible()
    await visitorPage.goto('/products')
    await expect(shown).toHaveAttribute('src', front ?? '')
  },
)
