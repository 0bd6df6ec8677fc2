import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { CONTACT_ANSWER, contactInput } from '~/contracts/site/contact'
import { defaultSettings } from '~/contracts/site/settings'
import { CONFIRM_ANSWER, SUBSCRIBE_ANSWER, UNSUBSCRIBE_ANSWER, UNSUBSCRIBE_LINK_ANSWER } from '~/contracts/site/newsletter'
import { toSafeCell } from '~/lib/csv-cell'
import type { CsvRow } from '~/server/platform/csv/write-csv'
import * as unsubscribeRoute from '~/pages/api/newsletter/unsubscribe'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { subscriberExport } from '~/server/site/newsletter/export-subscribers'
import { createLogger } from '~/server/platform/log'
import { createMailer } from '~/server/platform/mail/mailer'
import { openCapturedLog } from '../setup/captured-log'
import { readMessage } from '../setup/emails'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { openSmtpServer } from '../setup/smtp'

const INBOX = 'desk@example.com'
const DAY_MS = 24 * 60 * 60 * 1000

let shop: TestShop
let smtp: Awaited<ReturnType<typeof openSmtpServer>>
let now = TEST_NOW
/** Each test comes from a network of its own, so that none spends another's tries. */
let networks = 0
const anybody = (ip = `203.0.113.${(networks += 1)}`) => shop.callerOf(null, { client: { ip, userAgent: 'A browser' } })

beforeAll(async () => {
  smtp = await openSmtpServer()
  const mail = createMailer({ smtpUrl: smtp.url, from: 'Shop <no-reply@example.com>', dataDir: '.', log: createLogger('silent') })
  shop = await openTestShop({ contactInbox: INBOX, mail, now: () => now })
})
afterAll(async () => {
  await shop.close()
  await smtp.close()
})
beforeEach(async () => {
  now = TEST_NOW
  smtp.messages.length = 0
  await shop.db.prisma.newsletterSubscriber.deleteMany()
  await shop.db.prisma.rateLimit.deleteMany()
})

const emails = () => Promise.all(smtp.messages.map((message) => readMessage(message)))
const headerOf = (email: Awaited<ReturnType<typeof readMessage>>, name: string) =>
  email.headers.filter(({ key }) => key === name).map(({ value }) => value)

const message = {
  name: 'Ada Example',
  email: 'Ada@Example.com',
  phone: '+44 20 7946 0000',
  inquiryType: 'Technical Support',
  subject: 'Two loud machines',
  message: 'They rattle.\n\nBoth of them.',
} as const
const refused = (code: string): unknown => expect.objectContaining({ code })

describe('a message of the contact form', () => {
  it('goes to the inbox, answered to the visitor, and once however often it is sent', async () => {
    const visitor = anybody()
    const sent = { ...message, idempotencyKey: 'the key of one message'.replaceAll(' ', '-') }
    const answers = await Promise.all([visitor.contact.send(sent), visitor.contact.send(sent), visitor.contact.send(sent)])
    expect(answers).toEqual([{ message: CONTACT_ANSWER }, { message: CONTACT_ANSWER }, { message: CONTACT_ANSWER }])
    const [email, ...others] = await emails()
    expect(others).toEqual([])
    expect(email).toMatchObject({ to: [INBOX], from: 'no-reply@example.com', subject: 'Contact form: Two loud machines' })
    expect(email && headerOf(email, 'reply-to')).toEqual([expect.stringMatching(/^ada@example\.com$/i)])
    for (const text of ['Ada Example', '+44 20 7946 0000', 'Technical Support', 'They rattle.', 'Both of them.'])
      expect(email?.text).toContain(text)
    await expect(visitor.contact.send({ ...sent, message: 'Another one' })).rejects.toEqual(refused('CONFLICT'))
  })

  it('puts nothing of what was typed into other headers, and no markup into the page', async () => {
    await anybody().contact.send({
      ...message,
      name: '<b>Ada</b>',
      subject: 'Hello\r\nBcc: everybody@example.com',
      message: '<script>alert(1)</script>',
    })
    const [email] = await emails()
    expect(email && headerOf(email, 'bcc')).toEqual([])
    expect(email?.subject).toBe('Contact form: Hello Bcc: everybody@example.com')
    expect(email?.html).not.toMatch(/<script>|<b>Ada/)
    for (const address of ['ada@example.com\r\nBcc: b@example.com', 'ada@example.com, b@example.com', '"Ada" <ada@example.com>']) {
      await expect(anybody().contact.send({ ...message, email: address })).rejects.toEqual(refused('BAD_REQUEST'))
    }
    expect(smtp.messages).toHaveLength(1)
  })

  it('is bounded in each of its texts', async () => {
    const fields = contactInput.keyof().options
    for (const field of [...fields, 'website']) {
      await expect(anybody().contact.send({ ...message, [field]: 'x'.repeat(5_001) })).rejects.toEqual(refused('BAD_REQUEST'))
    }
  })

  it('is answered as any other and goes nowhere when a program has filled in the hidden field', async () => {
    expect(await anybody().contact.send({ ...message, website: 'https://spam.example' })).toEqual({ message: CONTACT_ANSWER })
    expect(smtp.messages).toEqual([])
  })

  it('can be sent five times an hour with one address, and twenty times from one network', async () => {
    const visitor = anybody()
    for (let n = 0; n < 5; n += 1) await visitor.contact.send(message)
    await expect(visitor.contact.send(message)).rejects.toEqual(refused('TOO_MANY_REQUESTS'))
    for (let n = 6; n < 20; n += 1) await visitor.contact.send({ ...message, email: `ada${n}@example.com` })
    await expect(visitor.contact.send({ ...message, email: 'grace@example.com' })).rejects.toEqual(refused('TOO_MANY_REQUESTS'))
    await anybody().contact.send(message)
  })

  it('waits in the queue when the mail server is away, and stays in no table when the work fails', async () => {
    smtp.refuse(451)
    await anybody().contact.send(message)
    const [job] = await shop.db.prisma.$queryRaw<{ state: string; data: { to: string; subject: string; sealed: string } }[]>`
      SELECT state::text, data FROM shop_queue.job WHERE name = 'letters' AND state = 'retry'`
    expect(job).toMatchObject({ state: 'retry', data: { to: INBOX, subject: 'Contact form: Two loud machines' } })
    expect(JSON.stringify(job)).not.toContain('rattle')
    await shop.db.prisma.$executeRaw`DELETE FROM shop_queue.job WHERE name = 'letters'`
  })
})

describe('the newsletter', () => {
  const linkOf = (text: string, purpose: 'confirm' | 'unsubscribe') => new RegExp(`/newsletter#${purpose}=(\\S+)`).exec(text)?.[1] ?? ''
  const rows = () => shop.db.prisma.newsletterSubscriber.findMany()
  const ask = async (email: string) => {
    await anybody().newsletter.subscribe({ email })
    const [mail] = (await emails()).slice(-1)
    if (!mail) throw new Error('There is no email')
    return mail
  }

  it('subscribes an address when its owner presses the button, once, and no sooner', async () => {
    const mail = await ask('Ada@Example.com')
    expect(mail.to).toEqual(['ada@example.com'])
    expect(await rows()).toMatchObject([{ email: 'ada@example.com', confirmedAt: null }])
    const token = linkOf(mail.text, 'confirm')
    const presses = await Promise.all(Array.from({ length: 20 }, () => anybody().newsletter.confirm({ token })))
    expect(new Set(presses.map(({ message }) => message))).toEqual(new Set([CONFIRM_ANSWER]))
    expect(await rows()).toMatchObject([{ confirmedAt: TEST_NOW }])
    // The email with the link, and one that tells of the subscription.
    expect(smtp.messages).toHaveLength(2)
  })

  it('ends by the link of any email and by one press in a mail program, and its address is gone', async () => {
    const mail = await ask('ada@example.com')
    const [listed = ''] = headerOf(mail, 'list-unsubscribe')
    expect(headerOf(mail, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
    const token = linkOf(mail.text, 'unsubscribe')
    expect(listed).toBe(`<http://localhost:3000/api/newsletter/unsubscribe?token=${token}>`)
    const confirm = linkOf(mail.text, 'confirm')
    await anybody().newsletter.confirm({ token: confirm })
    expect(await anybody().newsletter.unsubscribe({ token })).toEqual({ message: UNSUBSCRIBE_ANSWER })
    expect(await rows()).toEqual([])
    expect(await anybody().newsletter.unsubscribe({ token })).toEqual({ message: UNSUBSCRIBE_ANSWER })
    // A used confirmation does not bring it back.
    await expect(anybody().newsletter.confirm({ token: confirm })).rejects.toEqual(refused('BAD_REQUEST'))
  })

  it('is left by a link that its address asks for, which puts nobody on the list', async () => {
    const { text } = await ask('ada@example.com')
    await anybody().newsletter.confirm({ token: linkOf(text, 'confirm') })
    const before = (await emails()).length
    expect(await anybody().newsletter.sendUnsubscribeLink({ email: 'nobody@example.com' })).toEqual({ message: UNSUBSCRIBE_LINK_ANSWER })
    expect((await emails()).length).toBe(before)
    expect(await anybody().newsletter.sendUnsubscribeLink({ email: 'Ada@example.com' })).toEqual({ message: UNSUBSCRIBE_LINK_ANSWER })
    const [mail] = (await emails()).slice(-1)
    expect([mail?.to, mail?.text]).toEqual([['ada@example.com'], expect.stringContaining('takes this email address off the list')])
    expect(await rows()).toHaveLength(1)
    await anybody().newsletter.unsubscribe({ token: linkOf(mail?.text ?? '', 'unsubscribe') })
    expect(await rows()).toEqual([])
  })

  it('ends by what mail programs send, and not by opening the address', async () => {
    const routes = await serveRoutes(shop, [{ path: /^\/api\/newsletter\/unsubscribe$/, module: unsubscribeRoute }])
    try {
      const mail = await ask('ada@example.com')
      await anybody().newsletter.confirm({ token: linkOf(mail.text, 'confirm') })
      const token = linkOf(mail.text, 'unsubscribe')
      const call = (method: string, given = token) => {
        const body = method === 'POST' ? new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) : null
        const address = `${routes.url}/api/newsletter/unsubscribe?${new URLSearchParams({ token: given }).toString()}`
        return fetch(address, { method, redirect: 'manual', body })
      }
      for (const method of ['HEAD', 'GET', 'PUT', 'DELETE']) {
        const answer = await call(method)
        expect([answer.status, answer.headers.get('location')], method).toEqual([302, `/newsletter#unsubscribe=${token}`])
        expect(answer.headers.get('cache-control')).toContain('no-store')
      }
      for (const bad of ['', 'x', 'x'.repeat(1_000), linkOf(mail.text, 'confirm')]) expect((await call('POST', bad)).status).toBe(400)
      expect(await rows()).toMatchObject([{ email: 'ada@example.com', confirmedAt: TEST_NOW }])
      expect((await call('POST')).status).toBe(200)
      expect(await rows()).toEqual([])
      expect((await call('POST')).status).toBe(200)
    } finally {
      await routes.close()
    }
  })

  it('takes no link that it has not made, nor one for another purpose', async () => {
    const mail = await ask('ada@example.com')
    const confirm = linkOf(mail.text, 'confirm')
    const unsubscribe = linkOf(mail.text, 'unsubscribe')
    const [id = ''] = confirm.split('.')
    for (const token of [unsubscribe, `${id}.${'A'.repeat(43)}`, `${'0'.repeat(8)}${confirm.slice(8)}`, id, 'x', '', 'x'.repeat(10_000)]) {
      await expect(anybody().newsletter.confirm({ token })).rejects.toEqual(refused('BAD_REQUEST'))
    }
    await expect(anybody().newsletter.unsubscribe({ token: confirm })).rejects.toEqual(refused('BAD_REQUEST'))
    expect(await rows()).toMatchObject([{ confirmedAt: null }])
  })

  it('answers the same for new, waiting and subscribed addresses, and for programs', async () => {
    const answers = [await anybody().newsletter.subscribe({ email: 'ada@example.com' })]
    answers.push(await anybody().newsletter.subscribe({ email: 'ada@example.com' }))
    const [mail] = await emails()
    await anybody().newsletter.confirm({ token: linkOf(mail?.text ?? '', 'confirm') })
    answers.push(await anybody().newsletter.subscribe({ email: 'ada@example.com' }))
    answers.push(await anybody().newsletter.subscribe({ email: 'bot@example.com', website: 'https://spam.example' }))
    expect(new Set(answers.map(({ message }) => message))).toEqual(new Set([SUBSCRIBE_ANSWER]))
    expect((await rows()).map(({ email }) => email)).toEqual(['ada@example.com'])
    expect((await emails()).at(-1)?.subject).toMatch(/^You are already subscribed/)
  })

  it('writes to one address three times a day for each network, whatever others ask for, and takes thirty addresses an hour from one', async () => {
    const from = (ip: string) => shop.callerOf(null, { client: { ip, userAgent: null } })
    const flood = (ip: string) => from(ip).newsletter.subscribe({ email: 'flooded@example.com' })
    for (let n = 0; n < 5; n += 1) await flood('203.0.113.50')
    expect(smtp.messages).toHaveLength(3)
    // Strangers lock nobody out: the owner's own network has its letters all the same.
    await flood('198.51.100.50')
    expect(smtp.messages).toHaveLength(4)
    // Asked for from ever more networks, an address gets one letter for each of them: its owner's next one still goes.
    const { limits } = shop.services
    for (let n = 0; n < limits.most('newsletterEverywhere'); n += 1) await limits.note('newsletterEverywhere', 'flooded@example.com')
    for (let n = 0; n < 3; n += 1) await flood('198.51.100.51')
    expect(smtp.messages).toHaveLength(5)
    const visitor = anybody()
    const asked = await Promise.allSettled(
      Array.from({ length: 31 }, (_, n) => visitor.newsletter.subscribe({ email: `someone${n}@example.com` })),
    )
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  it('says at once how a link stands, and changes nothing by that', async () => {
    const mail = await ask('state@example.com')
    const confirm = { purpose: 'confirm', token: linkOf(mail.text, 'confirm') } as const
    const unsubscribe = { purpose: 'unsubscribe', token: linkOf(mail.text, 'unsubscribe') } as const
    const stateOf = async (link: typeof confirm | typeof unsubscribe) => (await anybody().newsletter.link(link)).state
    expect([await stateOf(confirm), await stateOf(unsubscribe)]).toEqual(['good', 'good'])
    // A link of one purpose is none of the other.
    expect(await stateOf({ ...confirm, token: unsubscribe.token })).toBe('ended')
    expect((await rows()).filter(({ confirmedAt }) => confirmedAt !== null && confirmedAt.getTime() >= now.getTime())).toEqual([])
    now = new Date(now.getTime() + 7 * DAY_MS)
    expect(await stateOf(confirm)).toBe('ended')
    now = new Date(now.getTime() - 7 * DAY_MS)
    await anybody().newsletter.confirm({ token: confirm.token })
    expect(await stateOf(confirm)).toBe('done')
    await anybody().newsletter.unsubscribe({ token: unsubscribe.token })
    expect([await stateOf(confirm), await stateOf(unsubscribe)]).toEqual(['ended', 'done'])
  })

  it('forgets an address that nobody has confirmed in seven days', async () => {
    const token = linkOf((await ask('late@example.com')).text, 'confirm')
    now = new Date(TEST_NOW.getTime() + 7 * DAY_MS)
    await expect(anybody().newsletter.confirm({ token })).rejects.toEqual(refused('BAD_REQUEST'))
    await removeExpired(shop.services)
    expect(await rows()).toEqual([])
  })

  it('gives administrators the confirmed addresses, each with its own link out', async () => {
    const { caller: admin } = await shop.signIn('admin')
    await anybody().newsletter.confirm({ token: linkOf((await ask('grace@example.com')).text, 'confirm') })
    await ask('waiting@example.com')
    expect(await admin.newsletter.figures()).toEqual({ confirmed: 1, waiting: 1 })
    const { header, pages } = subscriberExport(shop.services)
    const cells: CsvRow[] = []
    for await (const page of pages) cells.push(...page)
    expect(header).toEqual(['email', 'confirmedAt', 'unsubscribeUrl'])
    expect(cells.map(([email]) => email)).toEqual(['grace@example.com'])
    const url = z.string().parse(cells[0]?.[2])
    expect(toSafeCell(url)).toBe(url)
    await anybody().newsletter.unsubscribe({ token: linkOf(url, 'unsubscribe') })
    expect(await admin.newsletter.figures()).toMatchObject({ confirmed: 0 })
  })
})

describe('without CONTACT_INBOX', () => {
  const visitor = () => shop.callerOf(null, { services: { ...shop.services, contactInbox: null } })
  const showAddress = (settingValue: string) =>
    shop.db.prisma.websiteSetting.upsert({
      where: { settingKey: 'contact_email' },
      create: { settingKey: 'contact_email', settingValue, settingCategory: 'contact' },
      update: { settingValue },
    })

  it('messages go to the address that the site shows, from the first start', async () => {
    expect(await visitor().contact.send(message)).toEqual({ message: CONTACT_ANSWER })
    await showAddress('desk@shop.example')
    await visitor().contact.send(message)
    expect((await emails()).map(({ to, subject }) => ({ to, subject }))).toEqual(
      [defaultSettings.contact_email, 'desk@shop.example'].map((to) => ({ to: [to], subject: 'Contact form: Two loud machines' })),
    )
  })

  it('each is logged, without who wrote it and what', async () => {
    const { log, lines, text } = openCapturedLog()
    await shop.callerOf(null, { services: { ...shop.services, contactInbox: null, log } }).contact.send(message)
    const entries = lines.map((line): unknown => JSON.parse(line))
    expect(entries).toContainEqual(expect.objectContaining({ msg: 'Contact form submitted', inquiryType: 'Technical Support' }))
    expect(text()).not.toMatch(/Ada|rattle/)
  })

  it('a message is refused where plain SQL has left no address, and the newsletter asks for its confirmation all the same', async () => {
    await showAddress('ask at the counter')
    await expect(visitor().contact.send(message)).rejects.toEqual(refused('PRECONDITION_FAILED'))
    expect(await visitor().newsletter.subscribe({ email: 'ada@example.com' })).toEqual({ message: SUBSCRIBE_ANSWER })
    expect((await emails()).map(({ to }) => to)).toEqual([['ada@example.com']])
    expect(await shop.db.prisma.newsletterSubscriber.count()).toBe(1)
  })
})
