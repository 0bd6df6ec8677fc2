import { clsx } from 'clsx/lite'
import Image from 'next/image'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '~/lib/date-text'

export interface ThreadMessage {
  id: string
  /** The reader has written it, or somebody on the reader's side. */
  isOwn: boolean
  /** The name of its writer. */
  writer: string
  body: string
  createdAt: Date
  /** The time at which the other side saw it. */
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

/** The messages of a conversation, the newest at the end and in sight; without a mouse it scrolls by the keyboard. @param rows newest first */
export function MessageList({ rows }: { rows: readonly ThreadMessage[] }) {
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
