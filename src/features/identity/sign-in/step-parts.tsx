import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { type ReactNode, useEffect, useRef } from 'react'

/** Back to the previous step. */
export function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick} className="self-center">
      <Icon name="arrow-left" className="size-4" />
      Back
    </Button>
  )
}

/** Replaces the focused element, so it takes the focus and is read out. */
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
