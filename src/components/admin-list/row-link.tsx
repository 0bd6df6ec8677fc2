import Link from 'next/link'
import { useRouter } from 'next/router'
import type { MouseEvent, ReactNode } from 'react'

interface RowLinkProps {
  href: string
  children: ReactNode
}

const look = 'font-medium wrap-anywhere text-ink underline-offset-4 after:absolute after:inset-0 hover:underline'

/** The name of a row as the link to its page. The whole row is this link, so that any part of it can be pressed with any button. */
export function RowLink({ href, children }: RowLinkProps) {
  return (
    <Link href={href} prefetch={false} data-opens-row="" className={look}>
      {children}
    </Link>
  )
}

interface DetailsLinkProps {
  id: string
  /** Opens the details here, without a step in the history of its own where there is none. */
  onOpen: () => void
  children: ReactNode
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

/** The same to the details of a row over the list as it is shown; another tab shows them by its address. */
export function DetailsLink({ id, onOpen, children }: DetailsLinkProps) {
  const { pathname, query } = useRouter()
  return (
    <Link
      href={{ pathname, query: { ...query, details: id } }}
      prefetch={false}
      data-opens-row=""
      className={look}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        onOpen()
      }}
    >
      {children}
    </Link>
  )
}
