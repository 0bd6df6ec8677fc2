import type { Prisma } from '~/generated/prisma/client'
import { paths } from '~/lib/paths'
import type { Services } from '~/server/services'
import { issueClaimToken } from './mail-tokens'

interface Reader {
  id: string
  /** Null for guests, who cannot sign in yet. */
  emailVerifiedAt: Date | null
}

/** For emails: the page of an account, or for guests the choice of a first password, which leads on to the account. */
export async function accountPage(
  tx: Pick<Prisma.TransactionClient, 'mailToken'>,
  { siteUrl, now }: Pick<Services, 'siteUrl' | 'now'>,
  { id, emailVerifiedAt }: Reader,
  page: string = paths.account,
): Promise<string> {
  if (emailVerifiedAt !== null) return `${siteUrl}${page}`
  return `${siteUrl}${paths.auth}#account=${await issueClaimToken(tx, now(), id)}`
}
