import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../setup/shop'

/** Texts that no database keeps: a null character, and half of a character (a lone surrogate). */

let shop: TestShop
let admin: TestShop['visitor']
beforeAll(async () => {
  shop = await openTestShop()
  admin = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

const values = { baseValueExcellent: 1, baseValueGood: 1, baseValueFair: 1, baseValuePoor: 1 }
const seo = { meta_description: 'A shop', meta_keywords: 'miners' }

it.each(['with\0null', 'half \udd27 of one', 'the other \ud83d'])('%j is refused in every field that is stored', async (text) => {
  const refused: [string, () => Promise<unknown>][] = [
    ['name', () => admin.products.create({ name: text, category: 'Parts', stockQuantity: 1 })],
    ['category', () => admin.products.create({ name: 'Fan', category: text, stockQuantity: 1 })],
    ['description', () => admin.products.create({ name: 'Fan', category: 'Parts', stockQuantity: 1, description: text })],
    ['category', () => admin.machines.create({ manufacturer: 'Bitmain', model: 'S19', category: text, ...values })],
    ['notes', () => admin.machines.create({ manufacturer: 'Bitmain', model: 'S19', notes: text, ...values })],
    ['values.meta_keywords', () => admin.settings.save({ tab: 'seo', values: { ...seo, meta_keywords: text } })],
    ['fullName', () => admin.account.update({ fullName: text })],
    ['fullName', () => shop.visitor.auth.signUp({ email: 'odd@example.com', password: 'a fine long password', fullName: text })],
    ['friendlyName', () => admin.auth.mfa.enroll({ friendlyName: text, factorType: 'totp' })],
    ['name', () => admin.views.save({ screen: 'orders', name: text, query: 'status=pending' })],
    ['fileName', () => admin.imports.start({ noun: 'products', fileName: text })],
    ['search', () => admin.orders.list({ search: text })],
    ['query', () => admin.admin.search({ query: text })],
    ['subjectId', () => admin.audit.history({ subjectType: 'order', subjectId: text })],
  ]
  for (const [field, call] of refused)
    await expect(call(), field).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: field.split('.') }] } })
})

it('keeps whole characters, whatever they are', async () => {
  const name = 'Lüfter 🔧 \u202eتست\uffff'
  expect(await admin.products.create({ name, category: 'Parts', stockQuantity: 1 })).toMatchObject({ name })
})
