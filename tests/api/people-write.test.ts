import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashrateText, readRate } from '~/contracts/catalogue/hashrate'
import { email } from '~/contracts/email-address'
import { phoneNumber } from '~/contracts/fields'
import { emailAddress } from '~/contracts/identity/auth'
import { contactInput } from '~/contracts/site/contact'
import { readPhone } from '~/contracts/phone-numbers'
import { phoneLink } from '~/lib/phone-link'
import { textableNumber } from '~/server/identity/auth/phone'
import { createLogger } from '~/server/platform/log'
import { createSmsSender } from '~/server/platform/sms/sender'
import { openSmsWebhook } from '../setup/sms-webhook'
import { openTestShop, type TestShop } from '../setup/shop'

/** Telephone numbers, addresses, countries and rates as people write them; the numbers are of Ofcom's ranges for examples. */

let webhook: Awaited<ReturnType<typeof openSmsWebhook>>
let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>['caller']
let customer: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  webhook = await openSmsWebhook()
  const sms = createSmsSender(webhook.url, { log: createLogger('silent') })
  shop = await openTestShop({ sms, contactInbox: 'inbox@example.com', smsCountries: new Set(['GB', 'IE']) })
  admin = (await shop.signIn('admin')).caller
  customer = await shop.signIn('customer')
})
afterAll(async () => {
  await shop.close()
  await webhook.close()
})

describe('a telephone number', () => {
  it.each([
    ['+44 (0)20 7946 0182', 'tel:+442079460182'],
    ['+44 20 7946 0182', 'tel:+442079460182'],
    ['+44 020 7946 0182', 'tel:+442079460182'],
    ['0044 (0) 20 7946 0182', 'tel:+442079460182'],
    ['+44(0)2079460182', 'tel:+442079460182'],
    ['020\u00a07946\u20110182', 'tel:02079460182'],
    ['(020) 7946 0182', 'tel:02079460182'],
    ['020 7946 0182 ext. 12', 'tel:02079460182;ext=12'],
    ['+44 (0)20 7946 0182 x12', 'tel:+442079460182;ext=12'],
    ['Tel: 020 7946 0182', 'tel:02079460182'],
    ['+353 (0)1 555 0123', 'tel:+35315550123'],
    ['+39 06 6982', 'tel:+39066982'],
    ['ask for Ada', 'tel:'],
  ])('%s dials %s', (number, link) => expect(phoneLink(number)).toBe(link))

  it.each(['--', '+', '()', '.', 'x12', 'ext', '- -', '12', 'call me', '20 7946 0182 +44', '1'.repeat(30)])('is not %j', (typed) => {
    expect(readPhone(typed)).toBeNull()
    expect(phoneNumber.safeParse(typed).error?.issues[0]?.message).toBe('Enter a phone number')
  })

  it('that is none is refused beside its field, and an empty one is none', async () => {
    await expect(customer.caller.account.update({ fullName: 'Ada', phone: '--' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect([phoneNumber.parse(''), phoneNumber.parse('  '), phoneNumber.parse(undefined)]).toEqual([null, null, null])
    expect(phoneNumber.parse(' +44 (0)20 7946 0182 ext 3 ')).toBe('+44 (0)20 7946 0182 ext 3')
  })

  it('is found by each of its spellings', async () => {
    await shop.db.prisma.profile.update({ where: { userId: customer.userId }, data: { phone: '+44 20 7946 0182' } })
    const other = await shop.signIn('customer')
    await shop.db.prisma.profile.update({ where: { userId: other.userId }, data: { phone: '+353 (0)1 555 0123' } })
    for (const query of ['+44 (0)20 7946 0182', '020 7946 0182', '+442079460182', '7946 0182', '020 7946 0182 x5']) {
      expect(
        (await admin.cases.customers({ search: query })).map(({ userId }) => userId),
        query,
      ).toEqual([customer.userId])
      expect(
        (await admin.admin.search({ query })).results.map(({ id }) => id),
        query,
      ).toEqual([customer.userId])
    }
    for (const query of ['+353 1 555 0123', '+353 (0)1 555 0123', '01 555 0123'])
      expect(
        (await admin.cases.customers({ search: query })).map(({ userId }) => userId),
        query,
      ).toEqual([other.userId])
  })

  it.each(['07700 900123', '+44 7700 900456', '+44 (0)7700 900789'])(
    '%s of a range that no library places gets codes where GB is listed',
    async (phone) => {
      const person = await shop.signIn('customer')
      const { id: factorId } = await person.caller.auth.mfa.enroll({ friendlyName: 'Mobile', factorType: 'phone', phone })
      const before = webhook.messages.length
      await person.caller.auth.mfa.challenge({ factorId })
      expect(webhook.messages.slice(before)).toHaveLength(1)
    },
  )

  it.each(['070 1234 5678', '+44 70 1234 5678', '+44 (0)70 1234 5678', '+44 70 123 4567', '076 1234 5678', '+44 7612 345678'])(
    '%s, personal or of a pager, gets none, also where it is stored already',
    async (phone) => {
      const person = await shop.signIn('customer')
      await expect(person.caller.auth.mfa.enroll({ friendlyName: 'Mobile', factorType: 'phone', phone })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: ['phone'] }] },
      })
      const { id: factorId } = await person.caller.auth.mfa.enroll({
        friendlyName: 'Mobile',
        factorType: 'phone',
        phone: '+44 7700 900321',
      })
      const stored = `+44${phone.replaceAll(/\D/g, '').replace(/^(?:44)?0?/, '')}`
      await shop.db.prisma.mfaFactor.update({ where: { id: factorId }, data: { phone: stored } })
      const before = webhook.messages.length
      await expect(person.caller.auth.mfa.challenge({ factorId })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      expect(webhook.messages.slice(before)).toEqual([])
    },
  )

  it.each(['+39 999 1234567', '+47 1234 5678', '07700 900123', '+44 7700 900123', '+353 81 123 4567'])(
    '%s is of the main country of its code, however it is written',
    (phone) => {
      const listed = new Set(['GB', 'IE', 'IT', 'NO'])
      expect(textableNumber(phone, listed)).toMatch(/^\+\d+$/)
      expect(textableNumber(phone, new Set(['GG', 'VA', 'SJ']))).toBeNull()
    },
  )

  it('of a code that states share is of none of them before its range is known', () => {
    expect(textableNumber('+1 200 555 0100', new Set(['US']))).toBeNull()
    expect(textableNumber('+1 202 555 0100', new Set(['US']))).toBe('+12025550100')
  })

  it('of another country than those listed gets none', async () => {
    const person = await shop.signIn('customer')
    await expect(
      person.caller.auth.mfa.enroll({ friendlyName: 'Mobile', factorType: 'phone', phone: '+49 1511 2345678' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('an email address', () => {
  it.each([
    ...['b&m.electrical@example.com', 'sales/orders@example.com', "o'neil+bench@example.co.uk", 'a_b=c@example.museum', 'x@a-b.example'],
    ...['{d}@example.com', 'info@example.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
  ])('%s is one wherever addresses are asked for, and emails reach it', async (address) => {
    await shop.visitor.auth.signUp({ email: address, password: 'a long enough password 7', fullName: 'Ada' })
    expect(shop.emails.at(-1)?.to).toBe(address)
    await shop.visitor.contact.send({
      name: 'Ada',
      email: address,
      phone: '',
      inquiryType: '',
      subject: 'Question',
      message: 'Which?',
      website: '',
    })
    expect(shop.emails.some(({ replyTo }) => replyTo === address)).toBe(true)
    expect(email().safeParse(address).success).toBe(true)
  })

  it.each([
    ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
    ['Info@Пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
  ])('%s is %s, as browsers and mail servers know it', async (typed, address) => {
    await shop.visitor.auth.signUp({ email: typed, password: 'a long enough password 7', fullName: 'Ada' })
    expect(shop.emails.at(-1)?.to).toBe(address)
    expect(emailAddress.parse(` ${typed} `)).toBe(address)
    expect(contactInput.shape.email.parse(typed).toLowerCase()).toBe(address)
  })

  it.each(['user@example', 'info@münchen', 'müller@example.com', 'info@mün chen.example', 'info@mün/chen.example', 'info@пример..рф'])(
    '%s is none',
    (typed) => {
      expect(emailAddress.safeParse(typed).success).toBe(false)
    },
  )

  it.each([
    '',
    'a',
    'a@b',
    '@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a b@example.com',
    'a@-b.com',
    'a@b..com',
    'a@b.c',
    'a@b.com\n',
  ])('is not %j', (address) => expect(email().safeParse(address).success).toBe(false))
})

it.each([
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['GB', 'GB'],
  [' ie ', 'IE'],
])('a country written %j is %s', async (country, code) => {
  const { version } = await customer.caller.invoices.ownBuyer()
  const saved = await customer.caller.invoices.saveOwnBuyer({ fullName: 'Ada Quill', country, ...(version > 0 && { version }) })
  expect(saved.country).toBe(code)
})

describe('a rate', () => {
  it.each([
    ['12,5 TH/s', 12.5, 'TH/s', 12.5e12],
    ['140T', 140, 'TH/s', 140e12],
    ['140 t', 140, 'TH/s', 140e12],
    ['1,234.5 GH/s', 1234.5, 'GH/s', 1234.5e9],
    ['1.234,5 GH/s', 1234.5, 'GH/s', 1234.5e9],
    ['1,234 TH/s', 1234, 'TH/s', 1234e12],
    ['9.5 GH', 9.5, 'GH', 9.5e9],
    ['140 kSol/s', 140, 'kSol/s', 140e3],
    ['110 TH/s', 110, 'TH/s', 110e12],
  ])('%s is %d %s', (text, figure, unit, hashesPerSecond) => expect(readRate(text)).toEqual({ figure, unit, hashesPerSecond }))

  it.each(['TH/s', '12,5,5 TH/s', '1,2,3T', '.. TH/s', '140', '140 W', ''])('is not %j', (text) => expect(readRate(text)).toBeNull())

  it.each([
    ['12,5 TH/s', '12.5 TH/s'],
    ['140T', '140 TH/s'],
    ['1,300.5 GH/s', '1300.5 GH/s'],
  ])('of a model that is typed as %s is stored as %s', async (hashrate, stored) => {
    const model = await admin.models.create({ manufacturer: 'Rates', model: hashrate, category: 'ASIC Miner', hashrate })
    expect(model.hashrate).toBe(stored)
  })

  it.each([
    [999_960_000_000, '1 TH/s'],
    [999_940_000_000, '999.9 GH/s'],
    [1_000, '1 kH/s'],
    [999.96, '1 kH/s'],
    [0, '0 H/s'],
    [9.996e12, '10 TH/s'],
    [999.99e18, '1 ZH/s'],
  ])('%d H/s is shown as %s', (rate, text) => expect(hashrateText(rate)).toBe(text))
})
