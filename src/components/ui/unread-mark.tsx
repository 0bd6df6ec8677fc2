import Link from 'next/link'
import { Badge } from './badge'

export function UnreadMark({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge tone="accent" size="sm">
      {count} unread<span className="sr-only">{count === 1 ? ' message' : ' messages'}</span>
    </Badge>
  )
}

/** `UnreadMark` as a link to the messages of a case. @param href the case's page */
export function UnreadLink({ count, href, draggable }: { count: number; href: string; draggable?: false }) {
  if (count === 0) return null
  return (
    <Link href={`${href}#messages`} prefetch={false} draggable={draggable} className="inline-block rounded-full hover:underline">
      <UnreadMark count={count} />
    </Link>
  )
}
