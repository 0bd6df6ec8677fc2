import Link from 'next/link'
import { Badge } from './badge'

/** Says how many messages nobody of one's own side has read; nothing where there are none. */
export function UnreadMark({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge tone="accent" size="sm">
      {count} unread<span className="sr-only">{count === 1 ? ' message' : ' messages'}</span>
    </Badge>
  )
}

/** The same as the way to the messages of a case, by the address of its page. */
export function UnreadLink({ count, href, draggable }: { count: number; href: string; draggable?: false }) {
  if (count === 0) return null
  return (
    <Link href={`${href}#messages`} prefetch={false} draggable={draggable} className="inline-block rounded-full hover:underline">
      <UnreadMark count={count} />
    </Link>
  )
}
