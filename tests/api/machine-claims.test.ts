import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { tellMissedClaimants } from '~/server/stock/claims/claim-emails'
import { noAddressOf } from '~/server/identity/users/no-address'
import { hashToken } from '~/server/platform/secrets'
import { tellStaffOfLateClaims } from '~/server/stock/claims/staff-emails'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const DAY_MS = 24 * 60 * 60 * 1000
const refused = (code: string): unknown => expect.objectContaining({ code })

/** Requests for machines in somebody's account. */
describeOnEngines('a claim of a machine that somebody owns (%s)', (engine) => {
  let shop: TestShop
  let desk: TestShop['visitor']
  type Person = Awaited<ReturnType<TestShop['signIn']>>
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    desk = (await shop.signIn('admin')).caller
    return () => shop.close()
  })

  /** A machine in somebody's account, with the code on its label. */
  async function ownedBy({ userId }: Pick<Person, 'userId'>) {
    const row = shop.factories.unit({ manufacturer: 'Bitmain', model: 'Antminer S19', owner: 'company', state: 'ready' })
    const { id, unitNumber } = await shop.db.prisma.unit.create({ data: { ...row, owner: 'customer', state: 'sold', userId } })
    const { code } = await desk.units.issuePassport({ id })
    return { id, unitNumber, code }
  }
  const people = async () => [await shop.signIn('customer'), await shop.signIn('customer'), await shop.signIn('customer')] as const
  const ownerOf = async (id: string) => (await desk.units.byId({ id })).userId
  const emailsTo = ({ email }: Pick<Person, 'email'>) => shop.emails.filter(({ to }) => to === email)
  const lastTo = (person: Pick<Person, 'email'>) => emailsTo(person).at(-1)
  const tokenTo = (person: Pick<Person, 'email'>) => /#answer=([\w-]+)/.exec(lastTo(person)?.text ?? '')?.[1] ?? 'no link'
  const events = async (id: string) => {
    const rows = await shop.db.prisma.auditEntry.findMany({
      where: { subjectId: id, action: { startsWith: 'unit.claim_' } },
      orderBy: { id: 'asc' },
    })
    return rows.map(({ action, after, actorId }) => ({ action: action.slice('unit.claim_'.length), after, actorId }))
  }

  it('asks the owner by email, and the machine stays until they agree', async () => {
    const [anna, ben] = await people()
    const { id, code, unitNumber } = await ownedBy(anna)
    expect(await ben.caller.units.claim({ code })).toEqual({ unitNumber, outcome: 'waiting' })
    expect(await ownerOf(id)).toBe(anna.userId)
    const token = tokenTo(anna)
    const [row] = await shop.db.prisma.unitClaim.findMany({ where: { unitId: id } })
    expect(row?.tokenHash).toBe(hashToken(token))
    // Neither side learns who the other is.
    expect(lastTo(anna)?.subject).toBe(`Is Bitmain Antminer S19 (${unitNumber}) still yours?`)
    expect(JSON.stringify(lastTo(anna))).not.toContain(ben.email)
    expect(JSON.stringify(await shop.visitor.units.linkedClaim({ token }))).not.toContain(ben.userId)
    expect(JSON.stringify([await ben.caller.units.ownClaims(), await ben.caller.units.passport({ code })])).not.toContain(anna.userId)
    expect(await ben.caller.units.passport({ code })).toMatchObject({ mustAsk: true, claim: { state: 'waiting' } })
    expect((await anna.caller.units.passport({ code })).asked).toHaveLength(1)
    // Asking again sends no second email.
    const sent = shop.emails.length
    expect(await ben.caller.units.claim({ code })).toEqual({ unitNumber, outcome: 'waiting' })
    expect(shop.emails).toHaveLength(sent)
    await shop.visitor.units.answerClaim({ token, answer: 'agree' })
    expect(await ownerOf(id)).toBe(ben.userId)
    expect(lastTo(ben)?.subject).toBe(`Bitmain Antminer S19 (${unitNumber}) is now in your account`)
    expect(lastTo(anna)?.subject).toBe(`Bitmain Antminer S19 (${unitNumber}) has left your account`)
    expect(JSON.stringify(lastTo(ben))).not.toContain(anna.email)
    expect(await events(id)).toEqual([
      { action: 'asked', after: { ownerAsked: true }, actorId: ben.userId },
      { action: 'agreed', after: { by: 'owner' }, actorId: null },
    ])
    // A former owner's link no longer works.
    await expect(shop.visitor.units.answerClaim({ token, answer: 'refuse' })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(anna.caller.units.answerOwnClaim({ id: row?.id ?? '', answer: 'refuse' })).rejects.toEqual(refused('NOT_FOUND'))
    expect(await anna.caller.units.claim({ code })).toMatchObject({ outcome: 'waiting' })
    expect(await ownerOf(id)).toBe(ben.userId)
  })

  it('is refused by the owner in the account, and cannot be repeated for a month', async () => {
    const [anna, ben, carl] = await people()
    const { id, code, unitNumber } = await ownedBy(anna)
    await ben.caller.units.claim({ code })
    const [asked] = (await anna.caller.units.ownClaims()).asked
    await expect(carl.caller.units.answerOwnClaim({ id: asked?.id ?? '', answer: 'agree' })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(ben.caller.units.answerOwnClaim({ id: asked?.id ?? '', answer: 'agree' })).rejects.toEqual(refused('NOT_FOUND'))
    await anna.caller.units.answerOwnClaim({ id: asked?.id ?? '', answer: 'refuse' })
    expect(await ownerOf(id)).toBe(anna.userId)
    expect([lastTo(ben)?.subject, lastTo(anna)?.subject]).toEqual([
      `Your request for Bitmain Antminer S19 (${unitNumber}) was refused`,
      `Bitmain Antminer S19 (${unitNumber}) stays in your account`,
    ])
    await expect(ben.caller.units.claim({ code })).rejects.toEqual(refused('CONFLICT'))
    expect(await ben.caller.units.passport({ code })).toMatchObject({ claim: { state: 'refused' } })
    const decidedAt = new Date(TEST_NOW.getTime() - 31 * DAY_MS)
    await shop.db.prisma.unitClaim.updateMany({ where: { unitId: id }, data: { decidedAt, askedAt: decidedAt } })
    expect(await ben.caller.units.claim({ code })).toMatchObject({ outcome: 'waiting' })
  })

  it('is withdrawn by the person who asked alone; the owner hears that nothing is left to do', async () => {
    const [anna, ben, carl] = await people()
    const { code, unitNumber } = await ownedBy(anna)
    await ben.caller.units.claim({ code })
    const token = tokenTo(anna)
    const [made] = (await ben.caller.units.ownClaims()).made
    expect(made).toMatchObject({ unitNumber })
    await expect(carl.caller.units.withdrawClaim({ id: made?.id ?? '' })).rejects.toEqual(refused('NOT_FOUND'))
    await ben.caller.units.withdrawClaim({ id: made?.id ?? '' })
    expect(lastTo(anna)?.subject).toContain('stays in your account')
    await expect(shop.visitor.units.linkedClaim({ token })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(ben.caller.units.withdrawClaim({ id: made?.id ?? '' })).rejects.toEqual(refused('CONFLICT'))
    // Asked again, the request waits for staff: the owner gets no second email about the same person.
    const before = emailsTo(anna).length
    await ben.caller.units.claim({ code })
    expect(emailsTo(anna)).toHaveLength(before)
    expect((await desk.units.claims({})).find((claim) => claim.unitNumber === unitNumber)).toMatchObject({
      askedAt: null,
      needsStaff: true,
    })
  })

  it('of two people waits for one answer: the other request ends, and its person hears it', async () => {
    const [anna, ben, carl] = await people()
    const { id, code, unitNumber } = await ownedBy(anna)
    await ben.caller.units.claim({ code })
    const first = tokenTo(anna)
    await carl.caller.units.claim({ code })
    const answers = await Promise.allSettled([
      shop.visitor.units.answerClaim({ token: first, answer: 'agree' }),
      shop.visitor.units.answerClaim({ token: tokenTo(anna), answer: 'agree' }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [has, hasNot] = (await ownerOf(id)) === ben.userId ? [ben, carl] : [carl, ben]
    expect(await ownerOf(id)).toBe(has.userId)
    expect(lastTo(hasNot)?.subject).toBe(`Your request for Bitmain Antminer S19 (${unitNumber}) has ended`)
    expect(await hasNot.caller.units.ownClaims()).toEqual({ asked: [], made: [] })
  })

  it('ends when the machine changes hands in another way, by plain SQL too', async () => {
    const [anna, ben, carl] = await people()
    const { id, code } = await ownedBy(anna)
    await ben.caller.units.claim({ code })
    const token = tokenTo(anna)
    await shop.db.prisma.$executeRaw`UPDATE units SET user_id = ${carl.userId}::uuid WHERE id = ${id}::uuid`
    await expect(shop.visitor.units.answerClaim({ token, answer: 'agree' })).rejects.toEqual(refused('NOT_FOUND'))
    expect(await tellMissedClaimants(shop.services)).toBe(1)
    await shop.services.jobs.settled()
    expect(lastTo(ben)?.subject).toContain('has ended')
    expect(await tellMissedClaimants(shop.services)).toBe(0)
    // The shop buys it back.
    await ben.caller.units.claim({ code })
    await desk.units.update({ id, owner: 'company' })
    expect(await ben.caller.units.ownClaims()).toEqual({ asked: [], made: [] })
    expect(await ownerOf(id)).toBeNull()
  })

  it('ends with a release: the machine is then there for the first who claims it', async () => {
    const [anna, ben] = await people()
    const { id, code } = await ownedBy(anna)
    await ben.caller.units.claim({ code })
    await anna.caller.units.release({ code })
    expect(lastTo(ben)?.subject).toContain('has ended')
    expect(await ben.caller.units.passport({ code })).toMatchObject({ mustAsk: false, claim: null })
    expect(await ben.caller.units.claim({ code })).toMatchObject({ outcome: 'yours' })
    expect(await ownerOf(id)).toBe(ben.userId)
  })

  it('is decided by staff where the owner cannot be asked, does not answer in time, or is gone', async () => {
    const [anna, ben, carl] = await people()
    const [silent, gone] = [await ownedBy(anna), await ownedBy(carl)]
    const nobody = shop.factories.person({ email: noAddressOf(randomUUID()) })
    await shop.db.prisma.user.create({ data: nobody.user })
    const unreachable = await ownedBy({ userId: nobody.user.id })
    for (const { code } of [silent, gone, unreachable]) await ben.caller.units.claim({ code })
    await carl.caller.account.delete({ email: carl.email })
    // A deleted account has not released its machine: nobody else gets it at once.
    expect(await (await shop.signIn('customer')).caller.units.claim({ code: gone.code })).toMatchObject({ outcome: 'waiting' })
    const waiting = async (unitId: string) => (await desk.units.claims({ unitId }))[0]
    expect(await waiting(silent.id)).toMatchObject({ needsStaff: false, owner: { email: anna.email }, claimant: { email: ben.email } })
    expect(await waiting(gone.id)).toMatchObject({ needsStaff: true, owner: null })
    expect(await waiting(unreachable.id)).toMatchObject({ needsStaff: true, owner: { email: null }, askedAt: null })
    const token = tokenTo(anna)
    await shop.db.prisma.unitClaim.updateMany({ where: { unitId: silent.id }, data: { linkUntil: new Date(TEST_NOW.getTime() - 1) } })
    await expect(shop.visitor.units.linkedClaim({ token })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(shop.visitor.units.answerClaim({ token, answer: 'agree' })).rejects.toEqual(refused('NOT_FOUND'))
    expect(await waiting(silent.id)).toMatchObject({ needsStaff: true })
    await expect(ben.caller.units.decideClaim({ id: (await waiting(silent.id))?.id ?? '', answer: 'agree' })).rejects.toEqual(
      refused('FORBIDDEN'),
    )
    await desk.units.decideClaim({ id: (await waiting(silent.id))?.id ?? '', answer: 'refuse', note: 'Send us the receipt' })
    expect(lastTo(ben)?.text).toContain('Send us the receipt')
    expect(lastTo(anna)?.subject).toContain('stays in your account')
    await desk.units.decideClaim({ id: (await waiting(gone.id))?.id ?? '', answer: 'agree' })
    expect(await ownerOf(gone.id)).toBe(ben.userId)
    await desk.units.decideClaim({ id: (await waiting(unreachable.id))?.id ?? '', answer: 'agree' })
    expect(await ownerOf(unreachable.id)).toBe(ben.userId)
  })

  it('that staff have to decide is emailed to those who may, once, and many of them in one email an hour', async () => {
    let time = TEST_NOW.getTime() + 24 * 60 * 60 * 1000
    const now = () => new Date(time)
    const [anna, ben, carl] = await people()
    const helper = await shop.signIn('admin')
    const clerk = await shop.signIn('admin')
    const setScopes = (userId: string, scopes: string[]) => shop.db.prisma.profile.update({ where: { userId }, data: { scopes } })
    await setScopes(helper.userId, ['units:write'])
    await setScopes(clerk.userId, ['orders:write', 'units:read'])
    const waits = (person: Pick<Person, 'email'>) => emailsTo(person).filter(({ subject }) => subject.endsWith('for a decision'))
    const tell = async () => {
      const told = await tellStaffOfLateClaims({ ...shop.services, now })
      await shop.services.jobs.settled()
      return told
    }
    await shop.db.prisma.unitClaim.updateMany({
      where: { state: 'waiting' },
      data: { state: 'ended', decidedAt: TEST_NOW, tokenHash: null },
    })
    const nobody = shop.factories.person({ email: noAddressOf(randomUUID()) })
    await shop.db.prisma.user.create({ data: nobody.user })
    const [unreachable, late] = [await ownedBy({ userId: nobody.user.id }), await ownedBy(anna)]
    await ben.caller.units.claim({ code: late.code })
    expect(await tell()).toBe(0)
    await shop.db.prisma.unitClaim.updateMany({ where: { staffToldAt: { not: null } }, data: { staffToldAt: new Date(0) } })
    await ben.caller.units.claim({ code: unreachable.code })
    await expect
      .poll(() => waits(helper).map(({ subject }) => subject))
      .toEqual([`A request for Bitmain Antminer S19 (${unreachable.unitNumber}) waits for a decision`])
    expect(JSON.stringify(waits(helper))).not.toContain(ben.email)
    expect(waits(clerk)).toEqual([])
    // The owner of one does not answer in time, and that of another goes.
    const gone = await ownedBy(carl)
    await ben.caller.units.claim({ code: gone.code })
    await carl.caller.account.delete({ email: carl.email })
    time = TEST_NOW.getTime() + 14 * 24 * 60 * 60 * 1000
    expect(await Promise.all([tell(), tell()]).then((counts) => counts.toSorted())).toEqual([0, 2])
    await expect.poll(() => waits(helper).at(-1)).toMatchObject({ subject: 'Requests for 2 machines wait for a decision' })
    expect(waits(helper).at(-1)?.text).toContain(late.unitNumber)
    const third = await ownedBy({ userId: nobody.user.id })
    await shop.db.prisma.unitClaim.create({ data: { unitId: third.id, claimantId: ben.userId, ownerId: nobody.user.id } })
    expect(await tell()).toBe(0)
    time += 61 * 60 * 1000
    expect(await tell()).toBe(1)
    expect(await tell()).toBe(0)
    await expect.poll(() => waits(helper)).toHaveLength(3)
  })

  it('is decided by somebody else than whose request it is', async () => {
    const [anna] = await people()
    const colleague = await shop.signIn('admin')
    const { id, code } = await ownedBy(anna)
    await colleague.caller.units.claim({ code })
    const [claim] = await desk.units.claims({ unitId: id })
    await expect(colleague.caller.units.decideClaim({ id: claim?.id ?? '', answer: 'agree' })).rejects.toEqual(refused('FORBIDDEN'))
    expect(await ownerOf(id)).toBe(anna.userId)
    await desk.units.decideClaim({ id: claim?.id ?? '', answer: 'agree' })
    expect(await ownerOf(id)).toBe(colleague.userId)
  })

  it('waits while the machine is with the shop: it cannot change hands there', async () => {
    const [anna, ben] = await people()
    const { id, code } = await ownedBy(anna)
    await ben.caller.units.claim({ code })
    await shop.db.prisma.unit.update({ where: { id }, data: { state: 'quarantined' } })
    await expect(shop.visitor.units.answerClaim({ token: tokenTo(anna), answer: 'agree' })).rejects.toEqual(refused('CONFLICT'))
    await shop.db.prisma.unit.update({ where: { id }, data: { state: 'with_customer' } })
    await shop.visitor.units.answerClaim({ token: tokenTo(anna), answer: 'agree' })
    expect(await ownerOf(id)).toBe(ben.userId)
  })

  it('goes with the account of the person who asked, and its owner hears it', async () => {
    const [anna, ben] = await people()
    const { id, code } = await ownedBy(anna)
    await ben.caller.units.claim({ code })
    await ben.caller.account.delete({ email: ben.email })
    expect(await shop.db.prisma.unitClaim.count({ where: { unitId: id } })).toBe(0)
    expect(lastTo(anna)?.text).toContain('was withdrawn')
  })

  it('sends one owner three emails a day, however many ask, and lets one person ask ten times', async () => {
    const anna = await shop.signIn('customer')
    const machines = await Promise.all(Array.from({ length: 11 }, () => ownedBy(anna)))
    for (const { code } of machines.slice(0, 5)) await (await shop.signIn('customer')).caller.units.claim({ code })
    expect(emailsTo(anna)).toHaveLength(3)
    const ben = await shop.signIn('customer')
    for (const { code } of machines.slice(0, 10)) expect(await ben.caller.units.claim({ code })).toMatchObject({ outcome: 'waiting' })
    await expect(ben.caller.units.claim({ code: machines[10]?.code ?? '' })).rejects.toEqual(refused('TOO_MANY_REQUESTS'))
    expect(emailsTo(anna)).toHaveLength(3)
  })

  it('lets nobody try links without end', async () => {
    const visitor = shop.callerOf(null, { client: { ip: '203.0.113.9', userAgent: null } })
    for (let n = 0; n < 100; n += 1) await expect(visitor.units.linkedClaim({ token: `guess ${n}` })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(visitor.units.linkedClaim({ token: 'one more' })).rejects.toEqual(refused('TOO_MANY_REQUESTS'))
  })
})
