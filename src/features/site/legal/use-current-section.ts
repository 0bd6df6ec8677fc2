import { useEffect, useState } from 'react'

/** How far below the top of the window a heading counts as reached, in pixels: under the header, with room to spare. */
const READING_LINE = 140

function sectionAtReadingLine(ids: readonly string[]): string | undefined {
  const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
  if (atEnd) return ids.at(-1)
  return ids.findLast((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= READING_LINE)
}

/** The id of the section that is being read; undefined above the first. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()

  useEffect(() => {
    let frame: number | undefined
    const look = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        setCurrent(sectionAtReadingLine(ids))
      })
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look, { passive: true })
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [ids])

  return current
}
