import { useEffect, type RefObject } from 'react'

/** Elements over the foot of the window now. */
const overlays = new Map<HTMLElement, { height: number; stays: boolean }>()

/** Pixels of the highest. */
const highest = (of: Iterable<{ height: number }>) => Math.max(0, ...[...of].map(({ height }) => height))

/** On the two elements themselves: through a property that is inherited, every element's style would be worked out anew. */
function setScrollPadding(): void {
  const { documentElement, body } = document
  const covered = highest(overlays.values())
  const room = highest([...overlays.values()].filter(({ stays }) => stays))
  documentElement.style.scrollPaddingBottom = covered === 0 ? '' : `calc(${covered}px + 1rem)`
  body.style.paddingBottom = room === 0 ? '' : `${room}px`
}

/**
 * Reserves room for an element that covers the foot of the window: the page scrolls past it, and the focused control is scrolled
 * clear of it. Nothing visible moves. A small window has the element at its top instead, and needs no room.
 * @param active false while the element is empty
 * @param stays false for one that goes by itself: room is made below the page for it only once the focus is behind it
 */
export function useScrollPadding(overlay: RefObject<HTMLElement | null>, active = true, stays = true) {
  useEffect(() => {
    const element = overlay.current
    if (!element || !active) return
    const observer = new ResizeObserver(() => {
      overlays.set(element, { height: element.offsetTop === 0 ? 0 : element.offsetHeight, stays })
      setScrollPadding()
    })
    observer.observe(element)
    const follow = ({ target }: FocusEvent) => {
      const height = overlays.get(element)?.height ?? 0
      // A mouse presses only what is in view (`:active`). If that moved now, the button would be released over something else: no click.
      if (stays || height === 0 || !(target instanceof Element) || target.matches(':active') || element.contains(target)) return
      if (target.getBoundingClientRect().bottom <= element.getBoundingClientRect().top) return
      overlays.set(element, { height, stays: true })
      // Where motion is reduced, every change of style is a transition of an instant: the room must be there at once.
      document.body.style.setProperty('transition-property', 'none', 'important')
      setScrollPadding()
      target.scrollIntoView({ block: 'nearest' })
      document.body.style.removeProperty('transition-property')
    }
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      observer.disconnect()
      overlays.delete(element)
      setScrollPadding()
    }
  }, [overlay, active, stays])
}
