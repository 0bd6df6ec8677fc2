import { useEffect, useRef, useState, type RefObject } from 'react'
import { MoreButton, type PagedQuery } from '~/components/ui/more-button'
import { RecordSection } from '~/components/layouts/record-page'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { MessageComposer, type MessageComposerProps } from './message-composer'
import { UnreadMark } from '~/components/ui/unread-mark'
import { usePageVisible } from '~/lib/use-page-visible'
import { clsx } from 'clsx/lite'
import Image from 'next/image'
import { formatDateTime } from '~/lib/date-text'

interface ThreadMessage {
  id: string
  /** By the reader, or somebody on the reader's side. */
  isOwn: boolean
  writer: string
  body: string
  createdAt: Date
  readAt: Date | null
  pictures: readonly { id: string; name: string; address: string; thumbnailAddress: string | null }[]
}

function Message({ message: { isOwn, writer, body, createdAt, readAt, pictures } }: { message: ThreadMessage }) {
  return (
    <li className={clsx('flex max-w-[88%] flex-col gap-1 sm:max-w-[75%]', isOwn ? 'items-end self-end' : 'items-start self-start')}>
      <p className="text-xs wrap-anywhere text-ink-muted">
        <span className="font-medium text-ink">{writer}</span>
        {' · '}
        <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
      </p>
      {body !== '' && (
        <p
          className={clsx(
            'rounded-lg border px-3.5 py-2 text-sm wrap-anywhere whitespace-pre-wrap text-ink',
            isOwn ? 'border-accent-line bg-accent-soft' : 'border-line bg-surface-muted',
          )}
        >
          {body}
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map(({ id, name, address, thumbnailAddress }) => (
            <li key={id}>
              <a href={address} target="_blank" rel="noopener noreferrer" className="block overflow-hidden rounded-lg border border-line">
                <Image
                  src={thumbnailAddress ?? address}
                  alt={name}
                  width={96}
                  height={96}
                  unoptimized
                  className="size-24 bg-surface-strong object-cover"
                />
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOwn && readAt !== null && <p className="text-xs text-ink-muted">Seen {formatDateTime(readAt)}</p>}
    </li>
  )
}

/** Scrolled to the newest, at the end; focusable for scrolling by keyboard. @param rows newest first */
function MessageList({ rows }: { rows: readonly ThreadMessage[] }) {
  const box = useRef<HTMLDivElement>(null)
  const newest = rows[0]?.id
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [newest])
  return (
    <div ref={box} role="region" aria-label="Conversation" tabIndex={0} className="max-h-[30rem] overflow-y-auto p-5 sm:px-6">
      <ol className="flex flex-col gap-4">
        {rows.toReversed().map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
    </div>
  )
}

/** Visible in the window, in the active tab. */
function useOnScreen(part: RefObject<HTMLElement | null>): boolean {
  const isVisible = usePageVisible()
  const [isInWindow, setInWindow] = useState(false)
  useEffect(() => {
    const element = part.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setInWindow(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [part])
  return isVisible && isInWindow
}

interface MessageThreadProps extends MessageComposerProps {
  /** Undefined until loaded. */
  thread:
    | {
        messages: readonly ThreadMessage[]
        unread: number
        /** Why nothing can be written; null if it can. */
        end: string | null
      }
    | undefined
  query: PagedQuery & {
    error: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  /** Messages up to this one were on screen. */
  onRead: (until: string) => void
  /** Shown without messages. */
  empty: string
}

/** Fragment of addresses in emails and lists. */
const ANCHOR = 'messages'

/** A message on screen counts as read. */
export function MessageThread({ thread, query, onRead, empty, ...composer }: MessageThreadProps) {
  const box = useRef<HTMLDivElement>(null)
  const isOnScreen = useOnScreen(box)
  const newest = thread?.messages[0]
  const newestId = newest?.id
  const unread = thread?.unread ?? 0
  const told = useRef<string>(undefined)

  useEffect(() => {
    if (!isOnScreen || unread === 0 || newestId === undefined || told.current === newestId) return
    told.current = newestId
    onRead(newestId)
  }, [isOnScreen, unread, newestId, onRead])
  useEffect(() => {
    if (window.location.hash === `#${ANCHOR}`) box.current?.scrollIntoView()
  }, [])

  return (
    <div ref={box} id={ANCHOR} className="scroll-mt-24">
      <RecordSection title="Messages" actions={<UnreadMark count={unread} />}>
        <p role="status" className="sr-only">
          {newest && !newest.isOwn && newest.readAt === null ? `New message from ${newest.writer}` : ''}
        </p>
        {thread === undefined ? (
          <Missing query={query} />
        ) : (
          <>
            {query.hasNextPage && (
              <div className="border-b border-line p-3 text-center">
                <MoreButton query={query}>Show earlier messages</MoreButton>
              </div>
            )}
            {thread.messages.length === 0 ? (
              thread.end === null && <p className="p-5 text-sm text-ink-muted sm:px-6">{empty}</p>
            ) : (
              <MessageList rows={thread.messages} />
            )}
            {thread.end !== null ? (
              <p className="border-t border-line p-5 text-sm text-ink-muted first:border-t-0 sm:px-6">{thread.end}</p>
            ) : (
              <MessageComposer {...composer} />
            )}
          </>
        )}
      </RecordSection>
    </div>
  )
}

function Missing({ query }: Pick<MessageThreadProps, 'query'>) {
  return (
    <div className="p-5 sm:px-6">
      {query.isError ? (
        <LoadFailure message="The messages could not be loaded" query={query} />
      ) : (
        <div role="status" aria-label="Loading messages" className="flex flex-col gap-3">
          <Skeleton className="h-12 w-3/4" />
          <Skeleton className="h-12 w-1/2 self-end" />
        </div>
      )}
    </div>
  )
}
