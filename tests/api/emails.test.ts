import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillTemplate } from '~/contracts/office/email-templates'
import { defaultSettings } from '~/contracts/site/settings'
import {
  accountExistsEmail,
  factorAddedEmail,
  passwordChangedEmail,
  passwordResetEmail,
  queueEmail,
  verificationEmail,
} from '~/server/identity/auth/account-emails'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { createMailer } from '~/server/platform/mail/mailer'
import { openCapturedLog } from '../setup/captured-log'
import { linkOf, readMessage } from '../setup/emails'
import { openTestShop } from '../setup/shop'
import { openSmtpServer } from '../setup/smtp'

const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ-_12345'
const branding = { ...letterheadOf(defaultSettings), siteUrl: 'https://shop.example', texts: { fill: fillTemplate } }
const folder = () => mkdtempSync(path.join(tmpdir(), 'shop-emails-'))

let posted = 0
/** The next email's place. */
const nextPosting = () => ({ id: randomUUID(), postedAt: new Date(Date.now() + posted++) })

describe('emails', () => {
  const at = new Date('2026-07-01T12:00:00Z')
  const to = 'zoe@example.com'

  it('carry their token behind the #, in the text and in the HTML', () => {
    for (const mail of [
      verificationEmail(branding, { to, token: TOKEN }),
      passwordResetEmail(branding, { to, name: null, token: TOKEN }),
    ]) {
      const { url, key, token } = linkOf(mail)
      expect(url).toBe('https://shop.example/auth')
      expect(token).toBe(TOKEN)
      expect(mail.html).toContain(`href="https://shop.example/auth#${key}=${TOKEN}"`)
    }
    expect(linkOf(verificationEmail(branding, { to, token: TOKEN })).key).toBe('verify')
    expect(linkOf(passwordResetEmail(branding, { to, name: null, token: TOKEN })).key).toBe('reset')
  })

  it('escape what people typed', () => {
    const name = '<img src=x onerror=alert(1)> & "Zoë"\nDear customer, send money'
    const mails = [
      accountExistsEmail({ ...branding, companyName: 'A <b>&</b> B' }, { to, name }),
      factorAddedEmail(branding, { to, name, factorType: 'totp', friendlyName: '<script>x</script>', at, timeZone: 'Europe/London' }),
    ]
    for (const mail of mails) {
      expect(mail.html).not.toMatch(/<img|<script|<b>/)
      expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Zoë&quot; Dear customer')
      // A line break in a name begins no paragraph in the text either.
      expect(mail.text.split('\n')[0]).toBe('Hello <img src=x onerror=alert(1)> & "Zoë" Dear customer, send money,')
    }
    expect(mails[0]?.html).toContain('A &lt;b&gt;&amp;&lt;/b&gt; B')
    expect(mails[1]?.html).toContain('&lt;script&gt;x&lt;/script&gt;')
  })

  it('name the moment in the business’s time zone', () => {
    const mail = passwordChangedEmail(branding, { to, name: 'Zoe', at, timeZone: 'Europe/London' })
    expect(mail.text).toContain('1 July 2026 at 13:00 (Europe/London)')
  })

  it('come from the company that the settings name', async () => {
    const shop = await openTestShop()
    await shop.db.prisma.websiteSetting.create({
      data: { settingKey: 'company_name', settingValue: 'Renamed Rigs', settingCategory: 'general' },
    })
    await expect
      .poll(async () => {
        await shop.db.prisma.$transaction((tx) => queueEmail(tx, shop.services, (sender) => accountExistsEmail(sender, { to, name: null })))
        return shop.emails.at(-1)?.subject
      })
      .toBe('You already have an account with Renamed Rigs')
    await shop.close()
  })
})

describe('without a mail server', () => {
  it('each email becomes a whole message, in order, for its owner alone', async () => {
    const dataDir = folder()
    const { log, text } = openCapturedLog()
    const mailer = createMailer({ from: 'Shop <shop@example.com>', dataDir, log })
    for (const to of ['one@example.com', 'two@example.com', 'three@example.com']) {
      await mailer.send(verificationEmail(branding, { to, token: TOKEN }), nextPosting())
    }
    const files = readdirSync(path.join(dataDir, 'mail')).sort()
    expect(files).toHaveLength(3)
    for (const file of files) {
      expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-.*\.eml$/)
      expect(statSync(path.join(dataDir, 'mail', file)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(path.join(dataDir, 'mail')).mode & 0o777).toBe(0o700)

    const raw = files.map((file) => readFileSync(path.join(dataDir, 'mail', file)))
    // The link stands in one piece in the message as it is.
    expect(raw[0]?.toString()).toContain(`https://shop.example/auth#verify=${TOKEN}\r\n`)
    const messages = await Promise.all(raw.map(readMessage))
    expect(messages.map((message) => message.to)).toEqual([['one@example.com'], ['two@example.com'], ['three@example.com']])
    expect(messages[0]).toMatchObject({ from: 'shop@example.com', subject: 'Verify your email address for Ohmfield' })
    expect(messages[0]?.messageId).toMatch(/@example\.com>$/)
    expect(messages[0]?.html).toContain(`#verify=${TOKEN}"`)
    expect(linkOf(messages[0]).token).toBe(TOKEN)
    expect(text()).not.toContain(TOKEN)
  })

  it('no email has more than one recipient, or headers that somebody typed', async () => {
    const dataDir = folder()
    const mailer = createMailer({ dataDir, log: openCapturedLog().log })
    const mail = accountExistsEmail(
      { ...branding, companyName: 'X\r\nBcc: victim@example.com' },
      { to: 'a@example.com, b@example.com', name: null },
    )
    await mailer.send(mail, nextPosting())
    const [file = ''] = readdirSync(path.join(dataDir, 'mail'))
    const { headers, to } = await readMessage(readFileSync(path.join(dataDir, 'mail', file)))
    expect(headers.filter(({ key }) => key === 'bcc')).toEqual([])
    expect(to).toHaveLength(1)
  })

  it('an email that is written once more takes its own place', async () => {
    const dataDir = folder()
    const mailer = createMailer({ dataDir, log: openCapturedLog().log })
    const posting = nextPosting()
    const mail = verificationEmail(branding, { to: 'a@example.com', token: TOKEN })
    await mailer.send(mail, posting)
    await mailer.send(mail, posting)
    const files = readdirSync(path.join(dataDir, 'mail'))
    expect(files).toHaveLength(1)
    const { messageId } = await readMessage(readFileSync(path.join(dataDir, 'mail', files[0] ?? '')))
    expect(messageId).toBe(`<${posting.id}@ohmfield.example>`)
  })

  it('a folder that cannot be written keeps the email waiting, and the log without its link', async () => {
    const dataDir = path.join(folder(), 'file')
    writeFileSync(dataDir, '')
    const { log, text } = openCapturedLog()
    const sending = createMailer({ dataDir, log }).send(verificationEmail(branding, { to: 'a@example.com', token: TOKEN }), nextPosting())
    await expect(sending).rejects.toMatchObject({ name: 'JobError', isFinal: false })
    expect(text()).toContain('Email not written')
    expect(text()).not.toContain(TOKEN)
  })
})

describe('with a mail server', () => {
  let smtp: Awaited<ReturnType<typeof openSmtpServer>>
  beforeAll(async () => {
    smtp = await openSmtpServer()
  })
  afterAll(() => smtp.close())
  beforeEach(() => {
    smtp.messages.length = 0
  })
  const mail = verificationEmail(branding, { to: 'zoe@example.com', token: TOKEN })

  it('emails arrive', async () => {
    const mailer = createMailer({ smtpUrl: smtp.url, from: 'Shop <shop@example.com>', dataDir: folder(), log: openCapturedLog().log })
    const posting = nextPosting()
    await mailer.send(mail, posting)
    expect(smtp.messages).toHaveLength(1)
    const message = await readMessage(smtp.messages[0] ?? Buffer.alloc(0))
    expect(message).toMatchObject({
      from: 'shop@example.com',
      to: ['zoe@example.com'],
      subject: mail.subject,
      messageId: `<${posting.id}@example.com>`,
    })
    expect(linkOf(message).token).toBe(TOKEN)
  })

  it.each([
    [451, 'EMESSAGE 451', false],
    [550, 'EMESSAGE 550', true],
  ])('an answer of %i is told by its code, and the log never quotes the email', async (code, reason, isFinal) => {
    const { log, text } = openCapturedLog()
    const mailer = createMailer({ smtpUrl: smtp.url, dataDir: folder(), log })
    smtp.refuse(code)
    await expect(mailer.send(mail, nextPosting())).rejects.toMatchObject({ reason, isFinal })
    expect(text()).toContain(`"responseCode":${code}`)
    expect(text()).not.toContain(TOKEN)
    expect(smtp.messages).toEqual([])
  })

  it.each([
    ['by its own', ''],
    ['when the address says otherwise', '?requireTLS=false&ignoreTLS=true&secure=false&tls.rejectUnauthorized=false'],
  ])('beyond this machine nothing is said without TLS, %s', async (_, query) => {
    // Linux takes this address to itself too; by its name it is no loopback.
    const elsewhere = new URL(smtp.url)
    elsewhere.hostname = '0.0.0.0'
    const { log, text } = openCapturedLog()
    const mailer = createMailer({ smtpUrl: `${elsewhere.href}${query}`, dataDir: folder(), log })
    await expect(mailer.send(mail, nextPosting())).rejects.toMatchObject({ reason: 'ETLS 500', isFinal: false })
    expect(smtp.messages).toEqual([])
    expect(text()).not.toContain(TOKEN)
    // With TLS, but a certificate of nobody's.
    const secured = await openSmtpServer(0, { starttls: true })
    const unnamed = new URL(secured.url)
    unnamed.hostname = '0.0.0.0'
    const wary = createMailer({ smtpUrl: `${unnamed.href}${query}`, dataDir: folder(), log })
    await expect(wary.send(mail, nextPosting())).rejects.toMatchObject({ name: 'JobError', isFinal: false })
    expect(secured.messages).toEqual([])
    await secured.close()
  })

  it('a server that is down, or never answers, is told of in time', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const gone = await openSmtpServer()
    await gone.close()

    const { log, text } = openCapturedLog()
    const down = createMailer({ smtpUrl: gone.url, dataDir: folder(), log })
    const slow = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}?greetingTimeout=200`, dataDir: folder(), log })
    await expect(down.send(mail, nextPosting())).rejects.toMatchObject({ reason: expect.any(String) as unknown, isFinal: false })
    await expect(slow.send(mail, nextPosting())).rejects.toMatchObject({ reason: 'ETIMEDOUT', isFinal: false })
    expect(text()).not.toContain(TOKEN)
    silent.close()
  }, 20_000)
})
