import { clsx } from 'clsx/lite'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless'
import { useHydrated } from '~/lib/page-lifecycle'
import { Icon } from './icon'
import { useScrollPadding } from './use-scroll-padding'

/**
 * On a phone they stand at the top, in the room above dialogs (modal.tsx); in wider windows in a corner, in the column of the open sidebar,
 * or over the bar at the top where the sidebar is closed or a dialog would reach into it.
 */
export type ToastPlace = 'corner' | 'sidebar' | 'top'
const corners: Record<ToastPlace, string> = {
  corner: 'sm:inset-x-auto sm:top-auto sm:right-0 sm:bottom-0 sm:items-end sm:gap-2 sm:p-6',
  // Beside the columns of a list, and beside the dialogs in the middle.
  sidebar: 'sm:max-xl:*:w-fit sm:max-xl:*:max-w-xl xl:inset-x-auto xl:top-auto xl:bottom-0 xl:left-0 xl:w-60 xl:p-2',
  // As wide as their words, so that most are no higher than the bar.
  top: 'sm:*:w-fit sm:*:max-w-xl',
}

/** Once on a page. Rendered into the body: a modal dialog makes its page inert, and a toast must stay announced and clickable. */
export function Toasts({ place: where = 'corner' }: { place?: ToastPlace }) {
  const hydrated = useHydrated()
  const { toasts, handlers } = useToaster()
  // Had the focus before a toast took it, and gets it back.
  const origin = useRef<HTMLElement>(null)
  const { endPause } = handlers
  const place = useRef<HTMLElement>(null)
  useScrollPadding(place, hydrated && toasts.length > 0, false)
  // An element removed under the pointer or with the focus inside sends neither 'leave' nor 'blur'.
  useEffect(() => {
    if (toasts.length === 0) endPause()
  }, [toasts.length, endPause])
  if (!hydrated) return null

  return createPortal(
    <section
      ref={place}
      aria-label="Notifications"
      className={clsx('pointer-events-none fixed inset-x-0 top-0 z-100 flex flex-col items-center gap-1 p-1', corners[where])}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={({ currentTarget, relatedTarget }) => {
        handlers.startPause()
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) origin.current = relatedTarget
      }}
      onBlur={handlers.endPause}
      onClick={({ target, detail }) => {
        // Pressing a button by key removes its toast and with it the focus.
        if (detail === 0 && target instanceof Element && target.closest('button')) origin.current?.focus()
      }}
    >
      {toasts.map((shown) => (
        <ToastItem key={shown.id} shown={shown} />
      ))}
    </section>,
    document.body,
  )
}

const looks = {
  success: { role: 'status', bar: 'border-l-success-ink', icon: <Icon name="circle-check" className="size-5 text-success-ink" /> },
  error: { role: 'alert', bar: 'border-l-danger-ink', icon: <Icon name="circle-alert" className="size-5 text-danger-ink" /> },
} as const

function ToastItem({ shown }: { shown: Toast }) {
  // A live region announces what is added to it, not its initial content, so the words come a moment later.
  const [filled, setFilled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setFilled(true), 20)
    return () => clearTimeout(timer)
  }, [])
  const look = shown.type === 'error' ? looks.error : looks.success

  return (
    <div
      className={clsx(
        'pointer-events-auto flex w-full max-w-sm items-start gap-2 rounded-lg border border-l-4 border-line bg-surface p-2 pl-3 shadow-raised',
        'transition duration-200 starting:-translate-y-2 starting:opacity-0 sm:starting:translate-y-2',
        look.bar,
        !shown.visible && 'opacity-0',
      )}
    >
      <span>{look.icon}</span>
      <div role={look.role} aria-atomic="true" className="min-h-6 min-w-0 flex-1">
        {filled && resolveValue(shown.message, shown)}
      </div>
      <button
        type="button"
        aria-label="Dismiss notification"
        onClick={() => toast.dismiss(shown.id)}
        className="-my-1 rounded-md p-1.5 text-ink-subtle transition-colors hover:bg-surface-muted hover:text-ink"
      >
        <Icon name="x" className="size-4" />
      </button>
    </div>
  )
}
