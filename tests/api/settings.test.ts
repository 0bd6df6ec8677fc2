import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '~/contracts/site/settings'
import { openTestShop, type TestShop } from '../setup/shop'

const homepage = { hero_title: 'New title', hero_description: 'New description', hero_badge_text: 'New badge' }
const contact = {
  contact_email: 'sales@example.com',
  phone_number: '+44 20 7946 0000',
  address_line1: '1 High Street',
  address_line2: 'London',
  address_line3: 'UK',
}

let shop: TestShop
let admin: TestShop['visitor']
beforeAll(async () => {
  shop = await openTestShop()
  admin = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

describe('settings.public', () => {
  it('is the built-in defaults while there are no rows', async () => {
    expect(await shop.visitor.settings.public()).toEqual(defaultSettings)
  })
})

describe('settings.all', () => {
  it('shows a missing key as empty', async () => {
    const { tabs } = await admin.settings.all()
    expect(Object.values(tabs).flatMap((tab) => Object.values(tab.values))).toEqual(Array<string>(22).fill(''))
  })
})

describe('settings.save', () => {
  it('saves a tab for everyone at once', async () => {
    const saved = await admin.settings.save({ tab: 'homepage', values: homepage })
    expect(saved).toMatchObject({ tab: 'homepage', values: homepage })
    expect(await shop.visitor.settings.public()).toEqual({ ...defaultSettings, ...homepage })
    expect((await admin.settings.all()).tabs.homepage).toEqual({ values: homepage, version: saved.version })
  })

  it('saves the address as one object', async () => {
    await admin.settings.save({ tab: 'contact', values: contact })
    expect((await shop.visitor.settings.public()).company_address).toEqual({ line1: '1 High Street', line2: 'London', line3: 'UK' })
    const row = await shop.db.prisma.websiteSetting.findUniqueOrThrow({ where: { settingKey: 'company_address' } })
    expect(JSON.parse(row.settingValue)).toEqual({ line1: '1 High Street', line2: 'London', line3: 'UK' })
    expect((await admin.settings.all()).tabs.contact.values).toEqual(contact)
  })

  it('takes blank social addresses as empty text', async () => {
    const values = { social_twitter: '', social_linkedin: 'not an address', social_facebook: '' }
    expect(await admin.settings.save({ tab: 'social', values })).toMatchObject({ values })
  })

  it.each(['"quoted"', '{"line1":"a","line2":"b","line3":"c"}', '{ not json', 'null', '12', '  spaced  ', 'Zeile\n2', '’´✓'])(
    'brings the text %j back as it was',
    async (text) => {
      await admin.settings.save({ tab: 'homepage', values: { ...homepage, hero_title: text } })
      expect((await shop.visitor.settings.public()).hero_title).toBe(text)
      expect((await admin.settings.all()).tabs.homepage.values.hero_title).toBe(text)
    },
  )

  it('reads an address that is one text, and JSON texts written by plain SQL', async () => {
    await shop.db.prisma.$executeRaw`UPDATE website_settings SET setting_value = '7 Low Road, Leeds' WHERE setting_key = 'company_address'`
    await shop.db.prisma.$executeRaw`UPDATE website_settings SET setting_value = to_jsonb('Quoted'::text) WHERE setting_key = 'hero_title'`
    await shop.services.live.values.settings.refresh()
    expect(await shop.visitor.settings.public()).toMatchObject({ company_address: '7 Low Road, Leeds', hero_title: 'Quoted' })
    expect((await admin.settings.all()).tabs.contact.values).toMatchObject({ address_line1: '7 Low Road, Leeds', address_line2: '' })
  })

  it('writes all fields of a tab or none', async () => {
    const before = await shop.visitor.settings.public()
    const bad = admin.settings.save({ tab: 'homepage', values: { ...homepage, hero_title: 'Half', hero_badge_text: '' } })
    await expect(bad).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await shop.db.prisma.$executeRaw`
      ALTER TABLE website_settings ADD CONSTRAINT no_half CHECK (setting_key <> 'hero_badge_text' OR setting_value <> 'Refused')`
    const refused = admin.settings.save({ tab: 'homepage', values: { ...homepage, hero_title: 'Half', hero_badge_text: 'Refused' } })
    await expect(refused).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await shop.db.prisma.$executeRaw`ALTER TABLE website_settings DROP CONSTRAINT no_half`
    expect(await shop.visitor.settings.public()).toEqual(before)
  })

  it('does not write fields that are the same', async () => {
    await admin.settings.save({ tab: 'homepage', values: homepage })
    const { version } = await admin.settings.save({ tab: 'homepage', values: homepage })
    const saved = await admin.settings.save({ tab: 'homepage', values: { ...homepage, hero_title: 'Only this' } })
    expect(saved.version).toBe(version + 1)
  })

  it('answers CONFLICT when the tab was saved or changed meanwhile', async () => {
    const { version } = (await admin.settings.all()).tabs.homepage
    await admin.settings.save({ tab: 'homepage', values: { ...homepage, hero_title: 'Theirs' }, version })
    const mine = { tab: 'homepage', values: { ...homepage, hero_title: 'Mine' }, version } as const
    await expect(admin.settings.save(mine)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await shop.visitor.settings.public()).hero_title).toBe('Theirs')

    const current = (await admin.settings.all()).tabs.homepage.version
    await shop.db.prisma.$executeRaw`UPDATE website_settings SET setting_value = 'SQL' WHERE setting_key = 'hero_title'`
    await expect(admin.settings.save({ ...mine, version: current })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is told of in the tab’s history, with the fields that changed', async () => {
    const of = async (subjectId: string) => (await admin.audit.history({ subjectType: 'settings', subjectId })).rows
    const social = { social_twitter: '', social_linkedin: '', social_facebook: 'https://facebook.example/shop' }
    await admin.settings.save({ tab: 'social', values: social })
    const known = (await of('social')).length
    await admin.settings.save({ tab: 'social', values: { ...social, social_twitter: 'https://x.example/shop' } })
    await admin.settings.save({ tab: 'social', values: { ...social, social_twitter: 'https://x.example/shop' } })
    await expect(admin.settings.save({ tab: 'social', values: social, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    const rows = await of('social')
    expect(rows).toHaveLength(known + 1)
    expect(rows[0]).toMatchObject({ action: 'settings.saved', actor: expect.stringContaining('@') })
    expect(rows[0]?.before).toEqual({ social_twitter: '' })
    expect(rows[0]?.after).toEqual({ social_twitter: 'https://x.example/shop' })
    expect((await of('homepage')).every((row) => row.after?.social_twitter === undefined)).toBe(true)
  })

  it('lets one of two saves of the same version win', async () => {
    const { version } = (await admin.settings.all()).tabs.seo
    const results = await Promise.allSettled(
      ['one', 'two', 'three'].map((text) =>
        admin.settings.save({ tab: 'seo', values: { meta_description: text, meta_keywords: text }, version }),
      ),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it('refuses an unknown tab, a missing field and fields of another tab', async () => {
    const save = (input: unknown) => admin.settings.save(input as Parameters<typeof admin.settings.save>[0])
    await expect(save({ tab: 'colours', values: {} })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save({ tab: 'homepage', values: { hero_title: 'x' } })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save({ tab: 'seo', values: homepage })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save({ tab: 'homepage', values: { ...homepage, hero_title: /re/ } })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save({ tab: 'homepage', values: { ...homepage, hero_title: 'a\0b' } })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save({ tab: 'social', values: { social_twitter: '\0', social_linkedin: '', social_facebook: '' } })).rejects.toMatchObject(
      {
        code: 'BAD_REQUEST',
      },
    )
    await expect(save(undefined)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is for administrators alone, by what the database says at that moment', async () => {
    const input = { tab: 'homepage', values: homepage } as const
    await expect(shop.visitor.settings.save(input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const customer = await shop.signIn('customer')
    await expect(customer.caller.settings.save(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const former = await shop.signIn('admin')
    await former.caller.settings.all()
    await shop.db.prisma.profile.update({ where: { userId: former.userId }, data: { role: 'customer' } })
    await expect(former.caller.settings.all()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await shop.db.prisma.session.update({ where: { id: former.sessionId }, data: { revokedAt: new Date() } })
    await expect(former.caller.settings.all()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
