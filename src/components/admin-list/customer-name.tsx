import Link from 'next/link'
import type { ReactNode } from 'react'
import { useMay } from './cells'
import { customerPage } from '~/components/layouts/admin-nav'

interface CustomerNameProps {
  /** Null for nobody who is known: the name leads nowhere then. */
  userId: string | null | undefined
  className?: string
  /** False where it stands on something that is dragged: a link is dragged by itself else. */
  draggable?: false
  children: ReactNode
}

/** Links to the customer's page, for those who may open it. */
export function CustomerName({ userId, className, draggable, children }: CustomerNameProps) {
  const may = useMay()
  if (!userId || !may('customers', 'read')) return <span className={className}>{children}</span>
  return (
    <Link
      href={customerPage(userId)}
      prefetch={false}
      draggable={draggable}
      className={`underline-offset-4 hover:underline ${className ?? ''}`}
    >
      {children}
    </Link>
  )
}
