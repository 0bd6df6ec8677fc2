import { MessageThread } from '~/features/cases/messages/message-thread'
import type { OwnCase } from '~/contracts/cases/tracking'
import { useLinkMessages, useOwnMessages } from '~/features/cases/messages/use-messages'

/** What a customer and the repair desk write to each other, by a link or in the account. */

const words = {
  empty: 'No messages yet. Ask us whatever you want to know about it, or tell us what we should know.',
  hint: 'Our repair desk reads it, and answers here. We email you if you have not seen an answer after 10 minutes.',
} as const

export const LinkMessages = ({ token }: { token: string }) => <MessageThread {...words} {...useLinkMessages(token)} />
export const OwnMessages = (own: OwnCase) => <MessageThread {...words} {...useOwnMessages(own)} />
