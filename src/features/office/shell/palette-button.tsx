import { Search } from '~/components/icons/lucide'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onDemand } from '~/components/ui/on-demand'
import { isTyping } from '~/components/admin-list/use-table-keys'

const CommandPalette = onDemand(() => import('./command-palette').then((module) => module.CommandPalette))
const KeyHelp = onDemand(() => import('./key-help').then((module) => module.KeyHelp))

/** Opened by a button of the top bar or Ctrl/Cmd + K; '?' shows the keys. */
export function PaletteButton() {
  const [shown, setShown] = useState<'palette' | 'keys'>()
  // Code that loads late cannot know where the focus came from.
  const before = useRef<Element>(null)

  const show = (what: 'palette' | 'keys') => {
    if (shown === undefined) before.current = document.activeElement
    setShown(what)
  }
  const close = () => {
    setShown(undefined)
    requestAnimationFrame(() => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey
    if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (shown === 'palette') close()
      // A key must not leave another dialog's unsaved text.
      else if (!document.querySelector('[role="dialog"]')) show('palette')
    } else if (event.key === '?' && !command && !isTyping(event.target) && !document.querySelector('[role="dialog"]')) {
      event.preventDefault()
      show('keys')
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => show('palette')}
        className="inline-flex min-h-10 shrink-0 items-center gap-2 rounded-lg border border-line-strong px-3 text-sm text-ink-muted transition-colors hover:bg-surface-muted hover:text-ink"
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="sr-only sm:not-sr-only">Search or jump to…</span>
        <kbd
          aria-hidden="true"
          className="hidden rounded border border-line bg-surface-muted px-1.5 font-sans text-xs text-ink-subtle md:inline"
        >
          Ctrl K
        </kbd>
      </button>
      {shown === 'palette' && <CommandPalette onClose={close} onLeave={() => setShown(undefined)} />}
      {shown === 'keys' && <KeyHelp onClose={close} />}
    </>
  )
}
