import { expectAccessible } from './support/accessibility'
import { expect } from './support/fixtures'
import { test } from './support/sql-shop'

/** Rows that plain SQL may leave, seen through the running server and a browser; tests/api/worst-rows.test.ts goes through every column. */

const PAGES = ['/', '/trade-in', '/products', '/repair', '/about', '/contact', '/privacy-policy']
const SCREENS = ['', '/users', '/orders', '/products', '/machines', '/repairs', '/trade-ins', '/settings']

test('odd rows freeze no page: each is made anew, open ones follow, and the back office shows them', async ({
  database,
  visitorPage,
  adminPage,
  request,
}) => {
  const faults: string[] = []
  for (const page of [visitorPage, adminPage]) page.on('pageerror', (error) => faults.push(String(error)))
  // Removes the products that other tests have put into the worker's shop.
  await database.query('DELETE FROM products')
  await visitorPage.goto('/products')

  await database.query(`
    INSERT INTO products (name, category, image_url, price, created_at, stock_quantity) VALUES
      ('Broken port', 'Odd', 'https://cdn.example.com:99999/a.png', 10, now(), 3),
      ('Long picture', 'Odd', 'https://cdn.example.com/' || repeat('a', 3000) || '.png', 'NaN', 'infinity', -1),
      ('', '', '', 0, '-infinity', 0);
    INSERT INTO trade_in_machines (manufacturer, model, base_value_good, created_at) VALUES ('', repeat('x', 5000), 'NaN', '294276-12-31');
    INSERT INTO orders (order_number, total_amount, created_at) VALUES ('O-ODD', 'NaN', 'infinity'), ('', 1, '4713-01-01 BC');
    INSERT INTO repairs (repair_number, device_info, created_at) VALUES ('R-ODD', '{"__proto__": {"a": 1}, "manufacturer": []}', '10000-01-01');
    INSERT INTO trade_ins (trade_in_number, device_info, final_value, status) VALUES ('T-ODD', '"text"', 'NaN', 'completed');
    INSERT INTO website_settings (setting_key, setting_value) VALUES
      ('company_address', '{"line1": "1 High Street"}'), ('hero_title', ''), ('contact_email', '"\\ud83d"'), ('site_title', '"Now odd"')`)
  // The open page follows, and every page is made anew.
  await expect(visitorPage.getByRole('heading', { name: 'Broken port' })).toBeVisible()
  await expect.poll(async () => (await request.get('/')).text()).toContain('>Now odd</title>')
  for (const path of PAGES) {
    const answer = await visitorPage.goto(path)
    expect(answer?.status(), path).toBe(200)
    expect((await visitorPage.getByRole('heading', { level: 1 }).innerText()).trim(), path).not.toBe('')
  }
  await expect.poll(async () => (await request.get('/contact')).text()).toContain('1 High Street')
  expect(await (await request.get('/products')).text()).not.toContain('99999')

  for (const screen of SCREENS) {
    await adminPage.goto(`/admin${screen}`)
    await expect(adminPage.getByRole('heading', { level: 1 }), screen).toBeVisible()
    if (screen !== '' && screen !== '/settings') await expect(adminPage.getByRole('row').nth(1), screen).toBeVisible()
    await expect(adminPage.getByText('Invalid Date')).toHaveCount(0)
    await expect(adminPage.getByText('NaN')).toHaveCount(0)
  }
  expect(faults).toEqual([])

  // A picture's address that no schema takes: the form says so, and lets it be mended.
  await adminPage.goto('/admin/products')
  await adminPage.getByRole('button', { name: 'Edit Long picture' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Edit Product' })
  await expect(dialog.getByText('picture address cannot be used: At most 2,000 characters')).toBeVisible()
  await dialog.getByLabel('Stock').fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Picture address')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(adminPage, 'a picture address that cannot be used')
  await dialog.getByLabel('Picture address').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
})

test('an administrator whose role is taken away leaves an open screen at once', async ({ database, adminPage }) => {
  await adminPage.goto('/admin/orders')
  await expect(adminPage.getByRole('heading', { level: 1 })).toBeVisible()
  await database.query(`UPDATE profiles SET role = 'customer'`)
  await expect(adminPage).toHaveURL(/^[^/]+\/\/[^/]+\/$/)
  await database.query(`UPDATE profiles SET role = 'admin'`)
})
