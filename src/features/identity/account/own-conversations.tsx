import { caseNames } from '~/contracts/case-ref'
import Link from 'next/link'
import { UnreadMark } from '~/components/ui/unread-mark'
import { formatDateTime } from '~/lib/date-text'
import { paths } from '~/lib/paths'
import { ownPageOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { nextPage, OwnList, Device } from './own-list'

export function OwnConversations() {
  const query = trpc.account.conversations.useInfiniteQuery({}, nextPage)
  return (
    <OwnList
      label="Conversations"
      query={query}
      rowId={({ id }) => id}
      render={({ noun, number, deviceInfo, side, excerpt, createdAt, unread }) => (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere text-ink">
              <Link href={`${ownPageOf(noun, number)}#messages`} prefetch={false} className="underline underline-offset-4">
                {caseNames[noun]} {number}
              </Link>
            </p>
            <Device info={deviceInfo} />
            <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-ink">
              <span className="text-ink-muted">{side === 'desk' ? 'Our team: ' : 'You: '}</span>
              {excerpt || 'Pictures'}
            </p>
            <p className="text-sm text-ink-subtle">{formatDateTime(createdAt)}</p>
          </div>
          <UnreadMark count={unread} />
        </div>
      )}
      empty={{
        text: 'No messages yet. You can write to us on the page of each repair or trade-in.',
        label: 'See your repairs',
        href: `${paths.account}/repairs`,
      }}
    />
  )
}
