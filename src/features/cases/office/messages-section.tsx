import { MessageThread } from '~/features/cases/messages/message-thread'
import type { CaseRef } from '~/contracts/cases/cases'
import { useDeskMessages } from '~/features/cases/messages/use-messages'

/** What the customer of a case and the desk write to each other. */
export const MessagesSection = (of: CaseRef) => (
  <MessageThread
    empty="No messages yet. The customer reads what you write on the page of the case."
    hint="The customer sees it on the page of the case, and gets an email if they have not read it after 10 minutes."
    {...useDeskMessages(of)}
  />
)
