import { useEffect, useState, type RefObject } from 'react'
import { usePageVisible } from '~/lib/use-page-visible'

/** Whether a part of the page is looked at: in the window, in a tab that is in front. */
export function useOnScreen(part: RefObject<HTMLElement | null>): boolean {
  const isVisible = usePageVisible()
  const [isInWindow, setInWindow] = useState(false)
  useEffect(() => {
    const element = part.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setInWindow(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [part])
  return isVisible && isInWindow
}
