import {
  messagesInput,
  ownMessagesInput,
  readMessagesInput,
  readOwnMessagesInput,
  readTrackedMessagesInput,
  sendMessageInput,
  sendOwnMessageInput,
  sendTrackedMessageInput,
  trackedMessagesInput,
} from '~/contracts/cases/messages'
import { ownRecordsInput } from '~/contracts/cases/own-records'
import { networkOf } from '~/server/identity/auth/limits'
import { countOwnUnread, listConversations } from '~/server/cases/messages/conversations'
import { countUnreadCases } from '~/server/cases/unread-messages'
import { sendMessage } from '~/server/cases/messages/send-message'
import { markRead, readThread } from '~/server/cases/messages/message-thread'
import { caseOfLink, ownCase } from '~/server/cases/base/customer-access'
import { protectedAdminProcedure, publicProcedure, signedInProcedure } from '~/server/api/trpc'
import { readsKind } from './kind-scope'

const noLink = { NOT_FOUND: 'the link is unknown, revoked or over', TOO_MANY_REQUESTS: true } as const
const notMine = { NOT_FOUND: 'no such case, or not of one’s own' } as const
const FOREIGN_CURSOR = 'a foreign cursor'
const sending = {
  BAD_REQUEST: 'the field `body` or `pictures`',
  CONFLICT:
    'the case has been over for 90 days, was turned into a trade-in or has gone to another customer; an `idempotencyKey` that was sent with another message',
} as const

export const messageProcedures = {
  messages: protectedAdminProcedure
    .meta({
      about: 'A page of the messages between a customer and the desk, the newest first.',
      errors: { NOT_FOUND: true, BAD_REQUEST: FOREIGN_CURSOR },
    })
    .input(messagesInput)
    .use(readsKind)
    .query(({ ctx, input: { noun, id, ...position } }) =>
      readThread(ctx, { noun, id }, { side: 'desk', userId: ctx.viewer.userId }, position),
    ),

  unread: protectedAdminProcedure
    .meta({ about: 'How many cases of each kind have messages of their customers that nobody at the desk has read.' })
    .query(({ ctx }) => countUnreadCases(ctx)),

  sendMessage: protectedAdminProcedure
    .meta({ about: 'Writes to the customer of a case.', errors: { NOT_FOUND: true, ...sending } })
    .input(sendMessageInput)
    .use(readsKind)
    .mutation(({ ctx, input: { noun, id, ...message } }) =>
      sendMessage(ctx, { noun, id }, message, { side: 'desk', userId: ctx.viewer.userId }),
    ),

  markMessagesRead: protectedAdminProcedure
    .meta({ about: "Marks a customer's messages as read by the desk, up to one that was on the screen." })
    .input(readMessagesInput)
    .use(readsKind)
    .mutation(({ ctx, input: { noun, id, until } }) => markRead(ctx, { noun, id }, { side: 'desk' }, until)),

  trackedMessages: publicProcedure
    .meta({ about: 'The same messages as `cases.messages`, by the secret of a link.', errors: { ...noLink, BAD_REQUEST: FOREIGN_CURSOR } })
    .input(trackedMessagesInput)
    .query(async ({ ctx, input: { token, ...position } }) => {
      const theirs = await caseOfLink(ctx, token)
      return readThread(ctx, theirs.ref, { side: 'customer', audience: { token }, theirs }, position)
    }),

  sendTrackedMessage: publicProcedure
    .meta({ about: 'Writes to the desk, by the secret of a link.', errors: { ...noLink, ...sending } })
    .input(sendTrackedMessageInput)
    .mutation(async ({ ctx, path, input: { token, ...message } }) => {
      const theirs = await caseOfLink(ctx, token)
      await ctx.limits.take('messagesOfNetwork', networkOf(ctx.client))
      return sendMessage({ ...ctx, procedure: path }, theirs.ref, message, { side: 'customer', userId: null, theirs })
    }),

  markTrackedMessagesRead: publicProcedure
    .meta({ about: "Marks the desk's messages as read by the customer who has a link, up to one that was on the screen.", errors: noLink })
    .input(readTrackedMessagesInput)
    .mutation(async ({ ctx, input: { token, until } }) => {
      const theirs = await caseOfLink(ctx, token)
      return markRead(ctx, theirs.ref, { side: 'customer', theirs }, until)
    }),
}

export const ownMessageProcedures = {
  conversations: signedInProcedure
    .meta({
      about: "A page of one's own conversations with the desk, one for each case, the latest first.",
      errors: { BAD_REQUEST: FOREIGN_CURSOR },
    })
    .input(ownRecordsInput.prefault({}))
    .query(({ ctx, input }) => listConversations(ctx, ctx.viewer.userId, input)),

  unreadMessages: signedInProcedure
    .meta({ about: 'How many messages of the desk one has not read.' })
    .query(({ ctx }) => countOwnUnread(ctx, ctx.viewer.userId)),

  caseMessages: signedInProcedure
    .meta({ about: "A page of the messages of one's own case.", errors: { ...notMine, BAD_REQUEST: FOREIGN_CURSOR } })
    .input(ownMessagesInput)
    .query(async ({ ctx, input: { noun, number, ...position } }) => {
      const { userId } = ctx.viewer
      const theirs = await ownCase(ctx, userId, { noun, number })
      return readThread(ctx, theirs.ref, { side: 'customer', audience: { userId }, theirs }, position)
    }),

  sendMessage: signedInProcedure
    .meta({ about: "Writes to the desk about one's own case.", errors: { ...notMine, ...sending, TOO_MANY_REQUESTS: true } })
    .input(sendOwnMessageInput)
    .mutation(async ({ ctx, input: { noun, number, ...message } }) => {
      const { userId } = ctx.viewer
      const theirs = await ownCase(ctx, userId, { noun, number })
      return sendMessage(ctx, theirs.ref, message, { side: 'customer', userId, theirs })
    }),

  markMessagesRead: signedInProcedure
    .meta({ about: "Marks the desk's messages of one's own case as read, up to one that was on the screen.", errors: notMine })
    .input(readOwnMessagesInput)
    .mutation(async ({ ctx, input: { noun, number, until } }) => {
      const theirs = await ownCase(ctx, ctx.viewer.userId, { noun, number })
      return markRead(ctx, theirs.ref, { side: 'customer', theirs }, until)
    }),
}
