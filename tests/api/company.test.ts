import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../setup/shop'

/** The company's register entries are stored once, with the seller's details. */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>['caller']
beforeAll(async () => {
  shop = await openTestShop()
  admin = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

const texts = { guarantees: '', delivery: '' }
const register = async () => (await shop.visitor.settings.public()).company_register
const savedSeller = async (values: object) => admin.invoices.saveSeller({ ...(await admin.invoices.seller()), ...values })

it('the seller’s details are what footer, emails, prices and invoices say', async () => {
  const none = { legal_name: '', company_number: '', vat_number: '', registered_office: '' }
  expect(await register()).toEqual(none)
  await savedSeller({
    ...{ legalName: 'Ohmfield Ltd', companyNumber: '01234567', vatNumber: 'GB980780684', registeredOffice: '1 Register Row\n Leeds' },
  })
  expect(await register()).toEqual({
    ...{ legal_name: 'Ohmfield Ltd', company_number: '01234567', vat_number: 'GB980780684', registered_office: '1 Register Row, Leeds' },
  })
  const { company_details: footer } = await shop.visitor.settings.public()
  expect(footer).toBe('Ohmfield Ltd · Company number 01234567 · VAT number GB980780684 · Registered office: 1 Register Row, Leeds')

  shop.emails.length = 0
  await shop.visitor.auth.signUp({ email: 'ada@example.com', password: 'a long enough pass phrase', fullName: 'Ada' })
  expect(shop.emails[0]?.replyTo).toBe('hello@ohmfield.example')
  expect(shop.emails[0]?.text).toContain(
    'Ohmfield Ltd, registered in England & Wales with company number 01234567\nRegistered office: 1 Register Row, Leeds\nVAT number GB980780684\nTelephone +44 20 7946 0182',
  )
})

it('whichever form saves them, they are the same, and take the right to change invoices', async () => {
  const { values, version } = await admin.settings.company()
  expect(values).toMatchObject({ company_number: '01234567', vat_number: 'GB980780684', registered_office: '1 Register Row, Leeds' })
  const saved = await admin.settings.saveCompany({ values: { ...values, company_number: '07654321', ...texts }, version })
  expect(saved.version).toBeGreaterThan(version)
  expect(await admin.invoices.seller()).toMatchObject({ companyNumber: '07654321', legalName: 'Ohmfield Ltd' })
  await expect(admin.settings.saveCompany({ values: { ...saved.values, vat_number: 'GB123' } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  // A change of the seller's details makes the other form stale.
  await savedSeller({ companyNumber: '01234567' })
  await expect(admin.settings.saveCompany({ values, version: saved.version })).rejects.toMatchObject({ code: 'CONFLICT' })

  const limited = await shop.signIn('admin')
  await shop.db.prisma.profile.update({ where: { userId: limited.userId }, data: { scopes: ['settings:read', 'settings:write'] } })
  const now = (await limited.caller.settings.company()).values
  await expect(limited.caller.settings.saveCompany({ values: { ...now, registered_office: 'Elsewhere' } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await limited.caller.settings.saveCompany({ values: { ...now, delivery: 'In two days' } })
  expect((await shop.visitor.settings.public()).company_details).toContain('1 Register Row, Leeds\nIn two days')
})
