import { useCallback } from 'react'
import { LARGEST_FILE } from '~/contracts/cases/files'
import {
  LONGEST_MESSAGE,
  MOST_MESSAGE_PICTURES,
  type MessageFields,
  type MessageSide,
  type MessageThread,
  type ThreadEnd,
} from '~/contracts/cases/messages'
import type { CaseRef } from '~/contracts/cases/cases'
import type { OwnCase } from '~/contracts/cases/tracking'
import { formatDate } from '~/lib/date-text'
import { trpc } from '~/trpc/client'
import { uploadPicture } from './upload-picture'
import { useSubmission } from '~/trpc/use-submission'

/** The messages of a case for whoever reads and writes them (components/messages): at the desk, by a link, or in one's account. */

const pages = { getNextPageParam: ({ nextCursor }: MessageThread) => nextCursor }

const limits = { characters: LONGEST_MESSAGE, pictures: MOST_MESSAGE_PICTURES, bytes: LARGEST_FILE }

/** What the one who looks at it calls each side. */
const writers = {
  desk: { desk: 'Repair desk', customer: 'Customer' },
  customer: { desk: 'Repair desk', customer: 'You' },
} as const satisfies Record<MessageSide, Record<MessageSide, string>>

function endWords(end: ThreadEnd): string {
  if (end.reason === 'moved') return `This repair is trade-in ${end.number} now. The conversation goes on there.`
  if (end.reason === 'passed') return `It went to another customer on ${formatDate(end.at)}. Please contact us if there is something else.`
  return `This conversation ended on ${formatDate(end.at)}, 90 days after the case. Please get in touch anew if there is something else.`
}

/** The pages of a thread as components/messages shows them. */
function shown(reader: MessageSide, data: { pages: MessageThread[] } | undefined) {
  const [first] = data?.pages ?? []
  return {
    limits,
    thread: first && {
      messages: (data?.pages ?? []).flatMap(({ rows }) =>
        rows.map(({ side, author, ...message }) => ({ ...message, isOwn: side === reader, writer: author ?? writers[reader][side] })),
      ),
      unread: first.unread,
      end: first.end && endWords(first.end),
    },
    onUpload: (file: File) => uploadPicture(first?.uploadAddress ?? '', file),
  }
}

type Written = Pick<MessageFields, 'body' | 'pictures'>

/** Sends a message once, and has the thread read again, whatever became of it. */
function useSend(send: (message: Written & { idempotencyKey: string }) => Promise<unknown>, readAgain: () => Promise<unknown>) {
  const submit = useSubmission()
  return async (message: Written) => {
    try {
      await submit((idempotencyKey) => send({ ...message, idempotencyKey }))
    } finally {
      void readAgain()
    }
  }
}

export function useDeskMessages({ noun, id }: CaseRef) {
  const { cases } = trpc.useUtils()
  const query = trpc.cases.messages.useInfiniteQuery({ noun, id }, pages)
  const { mutateAsync: write } = trpc.cases.sendMessage.useMutation()
  const readAgain = () => Promise.all([cases.messages.invalidate({ noun, id }), cases.timeline.invalidate({ noun, id })])
  const onSend = useSend((message) => write({ noun, id, ...message }), readAgain)
  const { mutate: mark } = trpc.cases.markMessagesRead.useMutation()
  const onRead = useCallback((until: string) => mark({ noun, id, until }), [mark, noun, id])
  return { ...shown('desk', query.data), query, onSend, onRead }
}

export function useLinkMessages(token: string) {
  const { cases } = trpc.useUtils()
  const query = trpc.cases.trackedMessages.useInfiniteQuery({ token }, pages)
  const { mutateAsync: write } = trpc.cases.sendTrackedMessage.useMutation()
  const onSend = useSend(
    (message) => write({ token, ...message }),
    () => cases.trackedMessages.invalidate({ token }),
  )
  const { mutate: mark } = trpc.cases.markTrackedMessagesRead.useMutation()
  const onRead = useCallback((until: string) => mark({ token, until }), [mark, token])
  return { ...shown('customer', query.data), query, onSend, onRead }
}

export function useOwnMessages({ noun, number }: OwnCase) {
  const { account } = trpc.useUtils()
  const query = trpc.account.caseMessages.useInfiniteQuery({ noun, number }, pages)
  const { mutateAsync: write } = trpc.account.sendMessage.useMutation()
  const onSend = useSend(
    (message) => write({ noun, number, ...message }),
    () => account.caseMessages.invalidate({ noun, number }),
  )
  const { mutate: mark } = trpc.account.markMessagesRead.useMutation({ onSuccess: () => account.unreadMessages.invalidate() })
  const onRead = useCallback((until: string) => mark({ noun, number, until }), [mark, noun, number])
  return { ...shown('customer', query.data), query, onSend, onRead }
}
