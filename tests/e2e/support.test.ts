import { expect, test } from './support/fixtures'

test('a visitor sees the home page without a cookie banner', async ({ visitorPage }) => {
  await visitorPage.goto('/')
  await expect(visitorPage.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitorPage.getByRole('button', { name: 'Accept All Cookies' })).toBeHidden()
})

test('an administrator is signed in', async ({ adminPage }) => {
  await adminPage.goto('/admin/settings')
  await expect(adminPage.getByRole('heading', { name: 'Website Settings' })).toBeVisible()
})
