import { useEffect, useRef, type ReactNode } from 'react'

/** What the card asks for now. It takes the place of what had the focus, so it takes the focus too, and is read out. */
export function StepTitle({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="rounded text-lg font-semibold text-ink outline-none">
        {title}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">{children}</p>
    </div>
  )
}
