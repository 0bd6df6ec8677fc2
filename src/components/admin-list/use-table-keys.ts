import { type RefObject, useEffect, useEffectEvent } from 'react'

/** True if keys pressed on an element are text for it or choices of its own, and no short cuts of the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="listbox"], [role="menu"], [role="combobox"]') !== null)

const steps: Partial<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Enter presses the row's button for details, or else the one for editing. */
const openers = ['button[aria-label^="View details"]', 'button[aria-label^="Edit"]', '[data-opens-row]']

/**
 * The keys of a list: j, k and the arrows move from row to row, Enter opens a row, x selects it where
 * it can be selected, '/' goes to the search. Letters work wherever nothing is being typed; the arrows
 * only inside the table, since elsewhere they scroll.
 */
export function useTableKeys(table: RefObject<HTMLElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const region = table.current
    if (!region || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return
    const handled = () => event.preventDefault()

    if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
      if (!search) return
      handled()
      search.focus()
      search.select()
      return
    }
    const rows = [...region.querySelectorAll<HTMLElement>('tbody > [role="row"]:not([aria-hidden])')]
    const active = document.activeElement
    const current = rows.findIndex((row) => row.contains(active))
    const step = steps[event.key]
    if (step !== undefined) {
      const isArrow = event.key.startsWith('Arrow')
      // Buttons and selectors in a row have arrow keys of their own.
      if (isArrow && active !== region && active !== rows[current]) return
      const next = rows[current === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, current + step))]
      if (!next) return
      handled()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
      return
    }
    const row = rows[current]
    if (!row) return
    if (event.key === 'Enter' && active === row) {
      const opener = openers.map((selector) => row.querySelector<HTMLElement>(selector)).find((found) => found !== null)
      if (!opener) return
      handled()
      opener.click()
    }
    if (event.key === 'x') {
      const box = row.querySelector<HTMLElement>('input[type="checkbox"], [role="checkbox"]')
      if (!box) return
      handled()
      box.click()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
