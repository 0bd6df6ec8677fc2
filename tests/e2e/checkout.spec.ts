import { expectAccessible } from './support/accessibility'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

/** Where no shop platform is configured, visitors buy from the own catalogue. */

const name = 'Checkout fan shroud'

test('a visitor puts a product into the cart, orders it by transfer and follows the order', async ({ page, shop }) => {
  const desk = await deskOf(shop)
  await desk.call('products.create', { name, category: 'Accessories', price: 24.9, stockQuantity: 2 })
  await page.goto('/products')
  await hydrated(page)
  await page.getByRole('searchbox').fill(name)
  const card = page.getByRole('article').filter({ hasText: name })
  await card.getByRole('button', { name: /Add to cart/ }).click()
  await page.getByRole('banner').getByRole('button', { name: /Cart/ }).click()
  const cart = page.getByRole('dialog', { name: 'Cart' })
  await cart.getByRole('button', { name: `One more of ${name}` }).click()
  // There are two.
  await expect(cart.getByRole('button', { name: `One more of ${name}` })).toBeDisabled()
  await expectAccessible(page, 'cart of the own catalogue')
  await cart.getByRole('link', { name: 'Go to checkout' }).click()

  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
  // The focus does not get lost with the pressed button.
  await expect(page.locator(':focus')).toHaveText('Checkout')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Walter Grey')
  await page.getByRole('textbox', { name: 'Email' }).fill('walter.grey@example.com')
  await page.getByRole('textbox', { name: 'Delivery address' }).fill('Walter Grey\n12 Foundry Lane\nLeeds LS1 4AP')
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await expectAccessible(page, 'checkout')
  await page.getByRole('button', { name: 'Order for €49.80' }).click()

  await expect(page.getByRole('heading', { name: /^Order ORD-/ })).toBeVisible()
  await expect(page.locator(':focus')).toHaveText(/^Order ORD-/)
  await expect(page.getByText(/We keep the goods for you until your money is here/)).toBeVisible()
  await expect(page.getByText('IBAN')).toBeVisible()
  // The address begins with the name, as its field asks.
  expect((await page.getByRole('main').innerText()).match(/Walter Grey/g)).toHaveLength(1)
  await expectAccessible(page, 'order of the checkout')
  await desk.http.dispose()
})
