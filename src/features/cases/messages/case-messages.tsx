import { useCallback } from 'react'
import { LARGEST_FILE } from '~/contracts/uploads'
import {
  LONGEST_MESSAGE,
  type MessageFields,
  type MessageSide,
  type MessageThread as Thread,
  MOST_MESSAGE_PICTURES,
  type ThreadEnd,
} from '~/contracts/cases/messages'
import type { CaseRef } from '~/contracts/case-ref'
import type { OwnCase } from '~/contracts/cases/tracking'
import { formatDate } from '~/lib/date-text'
import { trpc } from '~/trpc/client'
import { newKey } from '~/trpc/new-key'
import { useSubmission } from '~/trpc/use-submission'
import * as z from 'zod'
import { sendFile } from '~/lib/send-file'
import type { MessageComposerProps } from './message-composer'
import { MessageThread } from './message-thread'

const pages = { getNextPageParam: ({ nextCursor }: Thread) => nextCursor }

const limits = { characters: LONGEST_MESSAGE, pictures: MOST_MESSAGE_PICTURES, bytes: LARGEST_FILE }

/** Answer to an uploaded picture: an id for customers, a file for staff. */
const answer = z.union([z.object({ id: z.string() }), z.object({ file: z.object({ id: z.string() }) }).transform(({ file }) => file)])

/** Idempotency keys: a picture sent again is stored once. */
const keys = new WeakMap<File, string>()

/** @returns the picture's id @throws {UploadError} */
async function uploadPicture(address: string, file: File): Promise<string> {
  const idempotencyKey = keys.get(file) ?? newKey()
  keys.set(file, idempotencyKey)
  const query = new URLSearchParams({ name: file.name, idempotencyKey })
  const { id } = answer.parse(
    await sendFile(`${address}${address.includes('?') ? '&' : '?'}${query.toString()}`, file, {
      type: 'application/octet-stream',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    }),
  )
  return id
}

/** As each side reads them. */
const writers = {
  desk: { desk: 'Our team', customer: 'Customer' },
  customer: { desk: 'Our team', customer: 'You' },
} as const satisfies Record<MessageSide, Record<MessageSide, string>>

function endWords(end: ThreadEnd): string {
  if (end.reason === 'moved') return `This repair is trade-in ${end.number} now. The conversation goes on there.`
  if (end.reason === 'passed') return `It went to another customer on ${formatDate(end.at)}. Please contact us if there is anything else.`
  return `This conversation ended on ${formatDate(end.at)}, 90 days after the case. Please contact us if there is anything else.`
}

function shown(reader: MessageSide, data: { pages: Thread[] } | undefined) {
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

/** Sends a message once, and refetches the thread even after a failure. */
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

function useDeskMessages({ noun, id }: CaseRef) {
  const { cases } = trpc.useUtils()
  const query = trpc.cases.messages.useInfiniteQuery({ noun, id }, pages)
  const { mutateAsync: write } = trpc.cases.sendMessage.useMutation()
  const readAgain = () => Promise.all([cases.messages.invalidate({ noun, id }), cases.timeline.invalidate({ noun, id })])
  const onSend = useSend((message) => write({ noun, id, ...message }), readAgain)
  const { mutate: mark } = trpc.cases.markMessagesRead.useMutation()
  const onRead = useCallback((until: string) => mark({ noun, id, until }), [mark, noun, id])
  return { ...shown('desk', query.data), query, onSend, onRead }
}

function useLinkMessages(token: string) {
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

function useOwnMessages({ noun, number }: OwnCase) {
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

interface DeskMessagesProps extends CaseRef, Pick<MessageComposerProps, 'fieldRef'> {
  email: string | null
}

/** How the customer learns of a message. @param texted number for text messages about the case */
const deskHint = (email: string | null, texted: string | null): string =>
  email === null
    ? 'This case has no customer yet: nobody is told of what you write.'
    : email === '' && texted !== null
      ? `The customer sees it on the page of the case, and gets a text message at ${texted} if they have not read it after 10 minutes.`
      : email === ''
        ? 'The customer has no email address, so nothing is emailed. They see it on the page of the case if you give them its link; else call them.'
        : 'The customer sees it on the page of the case, and gets an email if they have not read it after 10 minutes.'

export function DeskMessages({ fieldRef, email, noun, id }: DeskMessagesProps) {
  const links = trpc.cases.links.useQuery({ noun, id }, { enabled: email === '' })
  return (
    <MessageThread
      empty="No messages yet. The customer reads what you write on the page of the case."
      fieldRef={fieldRef}
      hint={deskHint(email, links.data?.recipient ?? null)}
      {...useDeskMessages({ noun, id })}
    />
  )
}

const customerWords = {
  empty: 'No messages yet. Ask us anything about it, or tell us what we should know.',
  hint: 'Our team answers here. We email you if you have not seen an answer after 10 minutes.',
} as const

export const LinkMessages = ({ token }: { token: string }) => <MessageThread {...customerWords} {...useLinkMessages(token)} />
export const OwnMessages = (own: OwnCase) => <MessageThread {...customerWords} {...useOwnMessages(own)} />
