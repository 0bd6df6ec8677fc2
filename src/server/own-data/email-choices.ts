import type * as z from 'zod'
import type { chooseEmailsInput, EmailChoices } from '~/contracts/own-data'
import type { SignedInCall } from '~/server/auth/call'
import { requireInbox } from '~/server/contact/inbox'
import { isSubscribed, setSubscribed } from '~/server/newsletter/subscriptions'
import { changedFields, recordAudit } from '~/server/platform/audit/record'

type Deps = SignedInCall<'db' | 'now' | 'contactInbox'>

/** Which emails the account wants. */
export async function readEmailChoices({ db, contactInbox, viewer }: Deps): Promise<EmailChoices> {
  const profile = await db.prisma.profile.findUnique({ where: { userId: viewer.userId }, select: { wantsReminders: true } })
  return {
    reminders: profile?.wantsReminders ?? true,
    newsletter: await isSubscribed(db.prisma, viewer.email),
    canSubscribe: contactInbox !== null,
  }
}

/**
 * Chooses them. The account's address is proven already: the newsletter comes from now on, without a link.
 * @throws PRECONDITION_FAILED for the newsletter where the shop takes no addresses
 */
export async function chooseEmails(call: Deps, { reminders, newsletter }: z.output<typeof chooseEmailsInput>): Promise<EmailChoices> {
  const { db, actor, now, viewer } = call
  const { userId, email } = viewer
  await db.prisma.$transaction(async (tx) => {
    const was = await tx.profile.findUnique({ where: { userId }, select: { wantsReminders: true } })
    const before = { reminders: was?.wantsReminders ?? true, newsletter: await isSubscribed(tx, email) }
    const changes = changedFields(before, { reminders, newsletter })
    if (!changes) return
    if (before.reminders !== reminders) {
      await tx.profile.upsert({
        where: { userId },
        create: { userId, email, wantsReminders: reminders },
        update: { wantsReminders: reminders },
      })
    }
    if (before.newsletter !== newsletter) {
      if (newsletter) requireInbox(call)
      await setSubscribed(tx, email, newsletter, now())
    }
    await recordAudit(tx, actor, { action: 'account.emails_chosen', subjectType: 'user', subjectId: userId, ...changes })
  })
  return readEmailChoices(call)
}
