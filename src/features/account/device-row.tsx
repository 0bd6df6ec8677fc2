import { useId, useState, type ReactNode } from 'react'
import { Icon } from '~/components/ui/icon'
import type { AccountSession } from '~/contracts/account'
import { browserName } from '~/lib/browser-name'
import { timeAgo } from '~/lib/time-ago'

interface DeviceRowProps {
  session: AccountSession
  /** What can be done with it. */
  children: ReactNode
}

const started = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** One signed-in browser or program. */
export function DeviceRow({ session, children }: DeviceRowProps) {
  const id = useId()
  // The time of the first look: words that change under the reader's eyes would help nobody.
  const [now] = useState(() => new Date())
  const name = browserName(session.userAgent)
  return (
    <li aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon name={/iPhone|Android/.test(name) ? 'smartphone' : 'laptop'} className="size-6 shrink-0 text-ink-subtle" />
      <div className="min-w-40 flex-1">
        <p id={id} className="font-medium text-ink">
          {name}
        </p>
        <p className="text-sm wrap-anywhere text-ink-muted tabular-nums">
          {session.ip ?? 'Unknown address'} · Last seen {session.isCurrent ? 'now' : timeAgo(session.lastSeenAt, now)}
        </p>
        <p className="text-sm text-ink-subtle tabular-nums">Signed in {started.format(session.createdAt)}</p>
      </div>
      {children}
    </li>
  )
}
