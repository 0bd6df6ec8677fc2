import { useEffect, useRef, useState, type RefObject } from 'react'
import { MoreButton, type PagedQuery } from '~/components/ui/more-button'
import { RecordSection } from '~/components/layouts/record-page'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { MessageComposer, type MessageComposerProps } from './message-composer'
import { MessageList, type ThreadMessage } from './message-list'
import { UnreadMark } from '~/components/ui/unread-mark'
import { usePageVisible } from '~/lib/use-page-visible'

/** Tells that a part of the page can be seen: in the window, in a tab that is in front. */
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
  /** Undefined while it has not been loaded. */
  thread:
    | {
        /** Newest first. */
        messages: readonly ThreadMessage[]
        /** Messages of the other side that nobody of one's own has read. */
        unread: number
        /** Why nothing more can be written; null while it can. */
        end: string | null
      }
    | undefined
  query: PagedQuery & {
    error: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  /** The other side's messages, up to this one, were on the screen. */
  onRead: (until: string) => void
  /** Said where nothing was written yet. */
  empty: string
}

/** The part of a page's address that leads here, as emails and lists name it. */
const ANCHOR = 'messages'

/** The conversation of two sides, and a place to write. A message on the screen counts as read. */
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
