import type { LetterHouse } from '~/server/mail/layout'
import { postLetter, type Recipient } from '~/server/mail/letters'
import type { Letter } from '~/server/mail/mailer'
import type { FactorCall } from './factor-account'

/** What every such letter says: to whom, and when it happened. */
type Happening = Recipient & { at: Date; timeZone: string }

/**
 * Tells the account's owner by letter what has happened to its second factors. The change stands already:
 * a letter that cannot be written is logged and fails no call.
 */
export async function sendFactorNotice(call: FactorCall, write: (house: LetterHouse, happening: Happening) => Letter): Promise<void> {
  try {
    const { email, emailVerifiedAt, profile } = await call.db.prisma.user.findUniqueOrThrow({
      where: { id: call.viewer.userId },
      select: { email: true, emailVerifiedAt: true, profile: { select: { fullName: true } } },
    })
    const name = emailVerifiedAt === null ? null : (profile?.fullName ?? null)
    await postLetter(call, (house) => write(house, { to: email, name, at: call.now(), timeZone: call.businessTimeZone }))
  } catch (err) {
    call.log.error({ err }, 'Letter about second factors not written')
  }
}
