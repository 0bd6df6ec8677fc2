import type { ReactNode } from 'react'
import { Button } from './button'

export interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface MoreButtonProps {
  query: Partial<PagedQuery>
  variant?: 'secondary' | 'ghost'
  className?: string
  children: ReactNode
}

export function MoreButton({ query, variant = 'secondary', className, children }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant={variant}
      size="sm"
      className={className}
      busy={query.isFetchingNextPage === true}
      onClick={() => void query.fetchNextPage?.()}
    >
      {children}
    </Button>
  )
}
