import { useEffect, type RefObject } from 'react'

/** The heights of what lies over the foot of the window now (px). */
const heights = new Map<HTMLElement, number>()

/** On the two elements themselves: through a property that is inherited, every element's style would be worked out anew. */
function setScrollPadding(): void {
  const { documentElement, body } = document
  const room = Math.max(0, ...heights.values())
  documentElement.style.scrollPaddingBottom = room === 0 ? '' : `calc(${room}px + 1rem)`
  body.style.paddingBottom = room === 0 ? '' : `${room}px`
}

/**
 * Reserves room for an element that covers the foot of the window: the page scrolls past it, and the focused control is scrolled
 * clear of it. Nothing visible moves. A small window has the element at its top instead, and needs no room.
 * @param active false while the element is empty
 */
export function useScrollPadding(overlay: RefObject<HTMLElement | null>, active = true) {
  useEffect(() => {
    const element = overlay.current
    if (!element || !active) return
    const observer = new ResizeObserver(() => {
      heights.set(element, element.offsetTop === 0 ? 0 : element.offsetHeight)
      setScrollPadding()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      heights.delete(element)
      setScrollPadding()
    }
  }, [overlay, active])
}
