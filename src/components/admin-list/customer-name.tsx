import Link from 'next/link'
import type { ReactNode } from 'react'
import { customerPage } from '~/components/layouts/admin-nav'

interface CustomerNameProps {
  /** Null for nobody who is known: the name leads nowhere then. */
  userId: string | null | undefined
  className?: string
  children: ReactNode
}

/** A customer's name, as the way to their page. */
export function CustomerName({ userId, className, children }: CustomerNameProps) {
  if (!userId) return <span className={className}>{children}</span>
  return (
    <Link href={customerPage(userId)} prefetch={false} className={`underline-offset-4 hover:underline ${className ?? ''}`}>
      {children}
    </Link>
  )
}
