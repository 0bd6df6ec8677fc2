import { useEffect, useRef, type ReactNode } from 'react'

interface HashTargetProps {
  /** The fragment of addresses that lead here. */
  id: string
  children: ReactNode
}

/** A part of the screen that links lead to: it comes after the page, and is shown and focused when it is there. */
export function HashTarget({ id, children }: HashTargetProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash !== `#${id}`) return
    part.current?.scrollIntoView()
    part.current?.focus({ preventScroll: true })
  }, [id])
  return (
    <div ref={part} id={id} tabIndex={-1} className="scroll-mt-20">
      {children}
    </div>
  )
}
