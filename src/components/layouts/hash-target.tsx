import { useEffect, useRef, type ReactNode } from 'react'

interface HashTargetProps {
  id: string
  className?: string
  children: ReactNode
}

/** Content that loads after the page; it is scrolled to and focused once it is there. */
export function HashTarget({ id, className = 'scroll-mt-20', children }: HashTargetProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash !== `#${id}`) return
    part.current?.scrollIntoView()
    part.current?.focus({ preventScroll: true })
  }, [id])
  return (
    <div ref={part} id={id} tabIndex={-1} className={className}>
      {children}
    </div>
  )
}
