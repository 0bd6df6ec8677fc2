import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetLateEntries, recordAudit } from '~/server/platform/audit/record-audit'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

/** The audit log's part of an account that is gone. */

const MARKER = 'A deleted account'
const NAME = 'Ada Quill-Lovelace'
const PHONE = '+44 7700 900123'
const DEVICE = { manufacturer: 'Bitmain', model: 'Antminer S19' }

describeOnEngines('a deleted account on %s', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    admin = await shop.signIn('admin')
  })
  afterAll(() => shop.close())

  const entries = () => shop.db.prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })
  const said = async () => JSON.stringify((await entries()).map(({ before, after }) => [before, after]))

  /** Somebody of whom the log has everything that it ever has. */
  async function person() {
    const customer = await shop.signIn('customer')
    const { caller, userId, email } = customer
    const { prisma } = shop.db
    await caller.account.update({ fullName: 'Ada Quill', phone: '+44 7700 900100' })
    await caller.account.update({ fullName: NAME, phone: PHONE })
    const repair = await admin.caller.repairs.create({ customer: { userId }, deviceInfo: DEVICE, problemDescription: 'It hums' })
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'shipped', email: false })
    const own = { ...{ userId, email, ip: '203.0.113.7' } }
    await recordAudit(prisma, own, {
      ...{ action: 'repair.requested', subjectType: 'repair', subjectId: repair.id, after: { machines: 1, remarks: `Ask for ${NAME}` } },
    })
    const answer = { estimate: 1, via: 'online', note: 'Ring my sister' }
    await recordAudit(prisma, own, { action: 'repair.estimate_declined', subjectType: 'repair', subjectId: repair.id, after: answer })
    const admins = { userId: admin.userId, email: admin.email }
    await recordAudit(
      prisma,
      admins,
      { action: 'outbox.discarded', subjectType: 'outbox', subjectId: 'x', after: { to: email, subject: 'Your repair' } },
      { action: 'list.exported', subjectType: 'list', subjectId: 'orders', after: { filters: { search: NAME.toUpperCase() }, rows: 3 } },
    )
    return { ...customer, repairId: repair.id }
  }

  it('is named in no entry, and everything else of them stays as it was', async () => {
    const [gone, stays] = [await person(), await shop.signIn('customer')]
    await stays.caller.account.update({ fullName: 'Grace Stays', phone: PHONE.replace('123', '124') })
    const was = await entries()
    expect(JSON.stringify(was.map(({ after }) => after))).toContain(NAME)
    await gone.caller.account.delete({ email: gone.email })
    const texts = await said()
    for (const text of [gone.email, NAME, NAME.toUpperCase(), 'Ada Quill', PHONE, '900100', 'Ring my sister'])
      expect(texts).not.toContain(text)
    expect(texts).toContain('Grace Stays')
    const is = await entries()
    // The order, and who did what from where, are as they were; so is every value that is not the person.
    const kept = ({ before: _before, after: _after, ...entry }: (typeof is)[number]) => entry
    expect(is.slice(0, was.length).map(kept)).toEqual(was.map(kept))
    const about = is.filter(({ subjectId, action }) => subjectId === gone.repairId && action === 'repair.created')
    expect(about[0]?.after).toMatchObject({ customer: MARKER, deviceInfo: DEVICE, problemDescription: 'It hums' })
    const changed = is.filter(({ id, before, after }) => {
      const earlier = was.find((entry) => entry.id === id)
      return earlier && JSON.stringify([earlier.before, earlier.after]) !== JSON.stringify([before, after])
    })
    const [forgotten] = is.filter(({ action, subjectId }) => action === 'account.forgotten' && subjectId === gone.userId)
    expect(forgotten?.after).toEqual({ entries: changed.length, firstEntry: Number(changed[0]?.id), lastEntry: Number(changed.at(-1)?.id) })
    expect(changed.length).toBe(7)
  })

  it('is taken out of what late jobs write, and of what was being written while it went', async () => {
    const gone = await person()
    const { prisma } = shop.db
    // By plain SQL too.
    await prisma.$executeRaw`DELETE FROM users WHERE id = ${gone.userId}::uuid`
    const nobody = { userId: null, email: null }
    const late = {
      action: 'outbox.sent_again',
      subjectType: 'outbox',
      subjectId: 'late',
      after: { to: gone.email.toUpperCase(), subject: 'Hello' },
    }
    await recordAudit(prisma, nobody, late, {
      ...{
        action: 'account.updated',
        subjectType: 'user',
        subjectId: gone.userId,
        after: { fullName: 'Another Name', factors: [{ friendlyName: 'Ada’s' }] },
      },
    })
    expect((await entries()).slice(-2).map(({ after }) => after)).toEqual([
      { to: MARKER, subject: 'Hello' },
      { fullName: MARKER, factors: [{ friendlyName: MARKER }] },
    ])
    // Neither of two transactions sees what the other writes.
    await prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
      await recordAudit(tx, nobody, late)
    })
    expect(await said()).toContain(gone.email.toUpperCase())
    expect(await forgetLateEntries(shop.db)).toBe(1)
    expect(await forgetLateEntries(shop.db)).toBe(0)
    expect(await said()).not.toContain(gone.email.toUpperCase())
  })

  it('leaves a new account of the same address alone, and is known to nobody after 32 days', async () => {
    const gone = await person()
    const { prisma } = shop.db
    await prisma.user.delete({ where: { id: gone.userId } })
    await prisma.$executeRaw`UPDATE audit_forgotten SET forgotten_at = now() - interval '2 hours'`
    const { user, profile } = shop.factories.person({ email: gone.email })
    await prisma.user.create({ data: user })
    await prisma.profile.create({ data: profile })
    const repair = await admin.caller.repairs.create({ customer: { userId: user.id }, deviceInfo: DEVICE, problemDescription: 'Again' })
    await recordAudit(
      prisma,
      { userId: null, email: null },
      { action: 'account.created', subjectType: 'user', subjectId: user.id, after: { email: gone.email } },
    )
    const [made, opened] = (await entries()).slice(-2).toReversed()
    expect(made?.after).toEqual({ email: gone.email })
    expect(opened).toMatchObject({ subjectId: repair.id, after: { customer: gone.email } })
    await prisma.$executeRaw`UPDATE audit_forgotten SET forgotten_at = now() - interval '33 days'`
    await forgetLateEntries(shop.db)
    expect(await prisma.auditForgotten.count()).toBe(0)
  })

  it('is the only reason for which an entry changes, whatever is said to the database', async () => {
    const gone = await person()
    const { prisma } = shop.db
    await prisma.user.delete({ where: { id: gone.userId } })
    const was = await entries()
    for (const statement of [
      `UPDATE audit_log SET action = 'nothing.happened'`,
      `UPDATE audit_log SET before = NULL, after = '{"status": "completed"}'`,
      `DELETE FROM audit_log`,
    ]) {
      await expect(prisma.$executeRawUnsafe(statement), statement).rejects.toThrow(/append-only/)
      const faked = prisma.$transaction([
        prisma.$executeRaw`SELECT set_config('shop.audit_forgetting', 'on', true)`,
        prisma.$executeRawUnsafe(statement),
      ])
      // An UPDATE is heard, and does what it would do without its words: nothing more is to be forgotten.
      if (statement.startsWith('UPDATE')) await faked
      else await expect(faked).rejects.toThrow(/append-only/)
      expect(await entries()).toEqual(was)
    }
  })
})
