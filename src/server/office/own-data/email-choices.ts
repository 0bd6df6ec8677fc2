import type { SignedInCall } from '~/server/call'
import type * as z from 'zod'
import type { chooseEmailsInput, EmailChoices } from '~/contracts/identity/own-data'
import { isSubscribed, setSubscribed } from '~/server/site/newsletter/subscriptions'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'

const select = { wantsReminders: true, wantsMessages: true } as const

type Deps = SignedInCall<'db' | 'now'>

export async function readEmailChoices({ db, viewer }: Deps): Promise<EmailChoices> {
  const profile = await db.prisma.profile.findUnique({ where: { userId: viewer.userId }, select })
  return {
    reminders: profile?.wantsReminders ?? true,
    messages: profile?.wantsMessages ?? true,
    newsletter: await isSubscribed(db.prisma, viewer.email),
  }
}

/** The account's address is proven, so the newsletter needs no link. */
export async function chooseEmails(call: Deps, { newsletter, ...chosen }: z.output<typeof chooseEmailsInput>): Promise<EmailChoices> {
  const { db, actor, now, viewer } = call
  const { userId, email } = viewer
  await db.prisma.$transaction(async (tx) => {
    const was = await tx.profile.findUnique({ where: { userId }, select })
    const ofProfile = { reminders: was?.wantsReminders ?? true, messages: was?.wantsMessages ?? true }
    const before = { ...ofProfile, newsletter: await isSubscribed(tx, email) }
    const wanted = { ...ofProfile, reminders: chosen.reminders, ...(chosen.messages !== undefined && { messages: chosen.messages }) }
    const changes = changedFields(before, { ...wanted, newsletter })
    if (!changes) return
    if (changedFields(ofProfile, wanted)) {
      const data = { wantsReminders: wanted.reminders, wantsMessages: wanted.messages }
      await tx.profile.upsert({ where: { userId }, create: { userId, email, ...data }, update: data })
    }
    if (before.newsletter !== newsletter) await setSubscribed(tx, email, newsletter, now())
    await recordAudit(tx, actor, { action: 'account.emails_chosen', subjectType: 'user', subjectId: userId, ...changes })
  })
  return readEmailChoices(call)
}
