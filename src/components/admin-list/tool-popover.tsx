import type { LucideIcon } from '~/components/icons/lucide'
import { type ReactNode, useId, useRef, useState } from 'react'

/** Looks that the menus of a list's toolbar share. */

export const toolButton =
  'inline-flex min-h-11 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink transition-colors hover:bg-surface-muted sm:min-h-9'

const toolPanel = 'absolute inset-auto m-0 w-64 rounded-lg border border-line bg-surface p-2 text-ink shadow-raised'

interface ToolPopoverProps {
  label: string
  icon: LucideIcon
  className?: string
  /** Makes the panel's content when it opens. */
  children: (close: () => void) => ReactNode
}

const WIDTH = 256
const GAP = 4
const EDGE = 8

/**
 * A button of a list's toolbar with a panel. The browser's own popover: above everything without leaving
 * its place in the page, closed by Escape or a press beside it, after which the button has the focus again.
 */
export function ToolPopover({ label, icon: Icon, className, children }: ToolPopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const [open, setOpen] = useState(false)

  const place = () => {
    const rect = button.current?.getBoundingClientRect()
    if (!rect || !panel) return
    const left = Math.max(EDGE, Math.min(rect.right, window.innerWidth - EDGE) - WIDTH)
    Object.assign(panel.style, { left: `${left + window.scrollX}px`, top: `${rect.bottom + GAP + window.scrollY}px` })
  }

  return (
    <div className={className}>
      <button ref={button} type="button" popoverTarget={id} aria-expanded={open} title={label} className={toolButton}>
        <Icon className="size-4" aria-hidden="true" />
        <span className="sr-only @5xl:not-sr-only">{label}</span>
      </button>
      <div
        ref={setPanel}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        onBeforeToggle={place}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className={toolPanel}
      >
        {open && children(() => panel?.hidePopover())}
      </div>
    </div>
  )
}
