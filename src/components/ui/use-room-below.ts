import { useEffect, type RefObject } from 'react'

/**
 * Makes room for something that lies over the foot of the window: the page can be scrolled past it, and
 * what gets the focus is scrolled clear of it. Nothing that is shown moves.
 */
export function useRoomBelow(overlay: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = overlay.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--overlay-height', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--overlay-height')
    }
  }, [overlay])
}
