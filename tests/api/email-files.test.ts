import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMAIL_FILES_SHOWN } from '~/contracts/office/email-files'
import { parseEnv } from '~/env'
import { createLogger } from '~/server/platform/log'
import { createMailer, readableMailFolder } from '~/server/platform/mail/mailer'
import { openTestShop, type TestShop } from '../setup/shop'

const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-emails-'))
const mailFolder = path.join(dataDir, 'mail')
const mailer = createMailer({ dataDir, log: createLogger('silent') })
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))
const nameOf = (postedAt: Date, id: string) => `${postedAt.toISOString().replaceAll(':', '-')}-${id}`

/** Writes an email as the shop does. @returns its id in the API */
async function write(second: number, subject: string, attachments: { name: string; contentType: string; bytes: Buffer }[] = []) {
  const id = randomUUID()
  const email = { to: 'rosa@example.com', subject, html: '<head></head><p>Grüße</p>', text: 'Grüße\n', attachments }
  await mailer.send(email, { id, postedAt: at(second) })
  return nameOf(at(second), id)
}

describe('emails that are files', () => {
  let shop: TestShop
  let caller: Awaited<ReturnType<TestShop['signIn']>>['caller']

  beforeAll(async () => {
    shop = await openTestShop({ mailFolder })
    ;({ caller } = await shop.signIn('admin'))
  })
  afterAll(async () => {
    await shop.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('are none before the first is written', async () => {
    expect(await caller.outbox.files()).toEqual([])
  })

  it('are listed newest first, and opened with their parts', async () => {
    const first = await write(1, 'First')
    const second = await write(2, 'Ihr Angebot – 120 €', [
      { name: 'estimate.pdf', contentType: 'application/pdf', bytes: Buffer.alloc(90_000, 'x') },
    ])
    expect(await caller.outbox.files()).toEqual([
      { id: second, at: at(2), to: 'rosa@example.com', subject: 'Ihr Angebot – 120 €' },
      { id: first, at: at(1), to: 'rosa@example.com', subject: 'First' },
    ])
    expect(await caller.outbox.file({ id: second })).toMatchObject({
      at: at(2),
      to: 'rosa@example.com',
      from: 'no-reply@ohmfield.example',
      text: expect.stringMatching(/^Grüße\n/) as string,
      html: expect.stringContaining('<p>Grüße</p>') as string,
      attachments: ['estimate.pdf'],
    })
  })

  it('are no other files, wherever a name leads', async () => {
    const secret = path.join(dataDir, 'nextauth-secret')
    writeFileSync(secret, 'a secret')
    const link = nameOf(at(3), randomUUID())
    symlinkSync(secret, path.join(mailFolder, `${link}.eml`))
    const folder = nameOf(at(4), randomUUID())
    mkdirSync(path.join(mailFolder, `${folder}.eml`))
    const large = nameOf(at(5), randomUUID())
    writeFileSync(path.join(mailFolder, `${large}.eml`), 'Subject: Large\r\n\r\n')
    truncateSync(path.join(mailFolder, `${large}.eml`), 6 * 1024 * 1024)
    writeFileSync(path.join(mailFolder, 'notes.eml'), 'Subject: Notes\r\n\r\n')

    const subjects = (await caller.outbox.files()).map(({ subject }) => subject)
    expect(subjects).toEqual(['Large', 'Ihr Angebot – 120 €', 'First'])
    for (const id of [link, folder, large, nameOf(at(6), randomUUID())])
      await expect(caller.outbox.file({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const id of ['notes', '../nextauth-secret', `${link}/../../nextauth-secret`, `${link}\0`, ''])
      await expect(caller.outbox.file({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('are the newest hundred of many', async () => {
    for (let second = 0; second < EMAIL_FILES_SHOWN; second++)
      writeFileSync(
        path.join(mailFolder, `${nameOf(at(60 + second), randomUUID())}.eml`),
        `Subject: ${second}\r\nTo: a@example.com\r\n\r\n`,
      )
    const rows = await caller.outbox.files()
    expect([rows.length, rows[0]?.subject, rows.at(-1)?.subject]).toEqual([EMAIL_FILES_SHOWN, `${EMAIL_FILES_SHOWN - 1}`, '0'])
  })

  it('are closed to administrators with limits: a link in one would open another account', async () => {
    const { caller: limited, userId } = await shop.signIn('admin')
    await shop.db.prisma.profile.update({ where: { userId }, data: { scopes: ['outbox:read'] } })
    for (const call of [limited.outbox.files(), limited.outbox.file({ id: nameOf(at(1), randomUUID()) })])
      await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only an administrator without limits may read emails.' })
  })

  it('are there only in a shop without a mail server that is being tried out', async () => {
    const env = (more: Record<string, string>) => parseEnv({ NODE_ENV: 'production', DATA_DIR: '/data', ...more })
    const postgres = { DATABASE_URL: 'postgresql://shop@db/shop', NEXTAUTH_SECRET: 'x'.repeat(32) }
    expect(readableMailFolder(env({}))).toBe('/data/mail')
    expect(readableMailFolder(env({ ...postgres, NODE_ENV: 'development' }))).toBe('/data/mail')
    expect(readableMailFolder(env(postgres))).toBeNull()
    expect(readableMailFolder(env({ SMTP_URL: 'smtp://mail.example' }))).toBeNull()

    const sending = await openTestShop({ mailFolder: null })
    const { caller: other } = await sending.signIn('admin')
    await expect(other.outbox.files()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(other.outbox.file({ id: nameOf(at(1), randomUUID()) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await sending.close()
  })
})
