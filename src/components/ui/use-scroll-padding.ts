import { useEffect, type RefObject } from 'react'

const overlays = new Map<HTMLElement, { height: number; stays: boolean }>()

/** Pixels. */
const highest = (of: Iterable<{ height: number }>) => Math.max(0, ...[...of].map(({ height }) => height))

/** Set on the two elements themselves: an inherited property would restyle every element. */
function setScrollPadding(): void {
  const { documentElement, body } = document
  const covered = highest(overlays.values())
  const room = highest([...overlays.values()].filter(({ stays }) => stays))
  documentElement.style.scrollPaddingBottom = covered === 0 ? '' : `calc(${covered}px + 1rem)`
  body.style.paddingBottom = room === 0 ? '' : `${room}px`
}

/**
 * Reserves room for an element that covers the foot of the window, so that the page and the focused control scroll clear of it. Small
 * windows have the element at the top and need no room.
 * @param active false while the element is empty
 * @param stays false for a temporary one: room is made only once the focus is behind it
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
      // A mouse presses only what is in view (`:active`). Scrolling now would release the button over another element, without a click.
      if (stays || height === 0 || !(target instanceof Element) || target.matches(':active') || element.contains(target)) return
      if (target.getBoundingClientRect().bottom <= element.getBoundingClientRect().top) return
      overlays.set(element, { height, stays: true })
      // With reduced motion every style change is an instant transition, but the room must be there at once.
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
