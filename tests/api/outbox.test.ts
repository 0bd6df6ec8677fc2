import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createMailer } from '~/server/platform/mail/mailer'
import type { Email, Mailer, EmailIdentity } from '~/server/platform/mail/email'
import { JobError } from '~/server/platform/errors'
import { createLogger } from '~/server/platform/log'
import { describeOnEngines, openOn } from '../setup/database'
import { linkOf, readMessage } from '../setup/emails'
import { openTestShop, type TestShop } from '../setup/shop'
import { openSmtpServer } from '../setup/smtp'

const emailTo = (to: string): Email => ({ to, subject: 'Hello', html: '<p>Hello</p>', text: `Hello ${to}` })

/** A mailer that does what it is told: keeps, or refuses. */
function obedientMailer() {
  const sent: { mail: Email; posting: EmailIdentity }[] = []
  const faults: (JobError | Promise<never>)[] = []
  const mail: Mailer = {
    async send(mail, posting) {
      const fault = faults.shift()
      if (fault) throw await fault
      sent.push({ mail, posting })
    },
  }
  return { mail, sent, refuse: (...next: (JobError | Promise<never>)[]) => faults.push(...next) }
}

interface JobRow {
  id: string
  name: string
  state: string
  data: Record<string, string>
  retry_count: number
  output: unknown
}

describeOnEngines('the outbox on %s', (engine) => {
  let shop: TestShop
  let mailer: ReturnType<typeof obedientMailer>
  const rows = () =>
    shop.db.prisma.$queryRaw<JobRow[]>`
      SELECT id::text, name, state::text, data, retry_count, output FROM shop_queue.job WHERE name IN ('letters', 'texts')`
  const post = (mail: Email) => shop.db.prisma.$transaction((tx) => shop.services.outbox.email(tx, mail))

  beforeAll(async () => {
    mailer = obedientMailer()
    shop = await openTestShop({ db: await openOn(engine), mail: mailer.mail, outboxPauses: [0, 0] })
  })
  afterAll(() => shop.close())
  afterEach(async () => {
    await shop.services.jobs.settled()
    mailer.sent.length = 0
    await shop.db.prisma.$executeRaw`DELETE FROM shop_queue.job WHERE name IN ('letters', 'texts')`
  })

  it('sends an email within a second of the commit, and keeps nothing of it', async () => {
    // An engine that has just been opened takes its time for the first one.
    await post(emailTo('first@example.com'))
    await expect.poll(() => mailer.sent.length, { timeout: 10_000 }).toBe(1)
    const posted = performance.now()
    await post(emailTo('a@example.com'))
    await expect.poll(() => mailer.sent.length, { interval: 5 }).toBe(2)
    expect(performance.now() - posted).toBeLessThan(1_000)
    expect(mailer.sent[1]?.mail).toEqual(emailTo('a@example.com'))
    await expect.poll(rows).toEqual([])
  })

  it('sends no email of a change that did not happen', async () => {
    const change = shop.db.prisma.$transaction(async (tx) => {
      await shop.services.outbox.email(tx, emailTo('never@example.com'))
      throw new Error('No')
    })
    await expect(change).rejects.toThrow('No')
    await shop.services.jobs.settled()
    expect(mailer.sent).toEqual([])
    expect(await rows()).toEqual([])
  })

  it('tries again what was refused, as the same email, and then keeps it as failed', async () => {
    mailer.refuse(new JobError('ECONNECTION'), new JobError('EENVELOPE 451'))
    await post(emailTo('b@example.com'))
    await expect.poll(() => mailer.sent.length).toBe(1)
    await expect.poll(rows).toEqual([])

    mailer.refuse(new JobError('ECONNECTION'), new JobError('ECONNECTION'), new JobError('EENVELOPE 451'))
    await post(emailTo('c@example.com'))
    await expect.poll(rows).toMatchObject([{ name: 'letters', state: 'failed', retry_count: 2, output: { reason: 'EENVELOPE 451' } }])
    expect(mailer.sent).toHaveLength(1)
  })

  it('gives up at once where another try would end in the same way', async () => {
    mailer.refuse(new JobError('EENVELOPE 550', true))
    await post(emailTo('d@example.com'))
    await expect.poll(rows).toMatchObject([{ state: 'failed', retry_count: 0 }])
  })

  it('keeps the content sealed while it waits', async () => {
    mailer.refuse(new JobError('EENVELOPE 550', true))
    await post({ ...emailTo('e@example.com'), text: 'the secret link' })
    await expect.poll(async () => (await rows())[0]?.state).toBe('failed')
    expect(JSON.stringify(await rows())).not.toContain('secret link')
  })

  it('sends each of many once, whoever of several processes comes first', async () => {
    const other = obedientMailer()
    const second = await openTestShop({ db: shop.db, mail: other.mail })
    const all = Array.from({ length: 30 }, (_, index) => `many-${index}@example.com`)
    await Promise.all(all.map((to) => post(emailTo(to))))
    await expect.poll(rows, { timeout: 5_000 }).toEqual([])
    const arrived = [...mailer.sent, ...other.sent].map(({ mail }) => mail.to)
    expect(arrived.sort()).toEqual([...all].sort())
    await second.services.jobs.stop()
  })

  it('shows administrators what failed; they send it again, as the same email, or discard it', async () => {
    const { caller } = await shop.signIn('admin')
    mailer.refuse(new JobError('EENVELOPE 550', true), new JobError('EENVELOPE 550', true))
    await post(emailTo('refused@example.com'))
    await post(emailTo('mistyped@example.com'))
    await expect.poll(async () => (await caller.outbox.failed()).total).toBe(2)
    const { rows: failed } = await caller.outbox.failed()
    const [first, other] = ['refused@example.com', 'mistyped@example.com'].map((to) => failed.find((row) => row.to === to))
    expect(first).toMatchObject({ kind: 'letter', subject: 'Hello', reason: 'EENVELOPE 550', tries: 1, canSendAgain: true })
    const id = first?.id ?? ''

    expect(await caller.outbox.sendAgain({ ids: [id] })).toEqual({ count: 1 })
    await expect.poll(() => mailer.sent.map(({ posting, mail }) => [posting.id, mail.to])).toEqual([[id, 'refused@example.com']])
    await expect(caller.outbox.sendAgain({ ids: [id] })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    await caller.outbox.discard({ ids: [other?.id ?? ''] })
    expect(await caller.outbox.failed()).toEqual({ rows: [], total: 0 })
    const entries = await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'outbox' }, orderBy: { id: 'asc' } })
    expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['outbox.sent_again', id],
      ['outbox.discarded', other?.id],
    ])
  })

  it('does not send a code again that is over', async () => {
    const { caller } = await shop.signIn('admin')
    const message = { to: '+447700900123', channel: 'sms', text: 'Your code is 123456' } as const
    await shop.db.prisma.$transaction((tx) => shop.services.outbox.sms(tx, message, new Date(0)))
    await expect
      .poll(async () => (await caller.outbox.failed()).rows)
      .toMatchObject([{ kind: 'text', to: '•••• 0123', reason: 'expired', canSendAgain: false }])
    const [row] = (await caller.outbox.failed()).rows
    await expect(caller.outbox.sendAgain({ ids: [row?.id ?? ''] })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(JSON.stringify(await rows())).not.toMatch(/123456|7700900123/)
  })

  it('sends what a process that died had begun', async () => {
    await shop.db.prisma.$executeRaw`
      INSERT INTO shop_queue.job (id, name, state, data, retry_limit, started_on, expire_in)
      SELECT ${randomUUID()}::uuid, 'letters', 'active', '{}'::jsonb, 5, now() - interval '31 seconds', interval '30 seconds'`
    await shop.services.jobs.poll()
    // Unreadable, so it ends as failed: it has been taken again.
    await expect.poll(rows).toMatchObject([{ state: 'failed', output: { reason: 'unreadable' } }])
  })
})

describeOnEngines('the email of a sign-up on %s', (engine) => {
  const PASSWORD = 'a fine long password'

  it('arrives when the mail server is back that refused it, or was away', async () => {
    const smtp = await openSmtpServer()
    const mail = createMailer({ smtpUrl: `${smtp.url}/?pool=false`, dataDir: '', log: createLogger('silent') })
    const shop = await openTestShop({ db: await openOn(engine), mail, outboxPauses: [0, 1, 1, 1, 1] })
    smtp.refuse(451)
    await shop.visitor.auth.signUp({ email: 'refused@example.com', password: PASSWORD, fullName: 'Zoë' })
    await expect.poll(() => smtp.messages.length, { timeout: 10_000 }).toBe(1)

    await smtp.close()
    await shop.visitor.auth.signUp({ email: 'away@example.com', password: PASSWORD, fullName: 'Zoë' })
    const back = await openSmtpServer(smtp.port)
    await expect.poll(() => back.messages.length, { timeout: 10_000 }).toBe(1)
    const email = await readMessage(back.messages[0] ?? Buffer.alloc(0))
    expect(email.to).toEqual(['away@example.com'])
    await shop.visitor.auth.verifyEmail({ token: linkOf(email).token, password: PASSWORD })
    await shop.close()
    await back.close()
  })
})
