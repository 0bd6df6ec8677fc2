import { clsx } from 'clsx/lite'
import { useMemo, useEffect, useState } from 'react'
import { Icon } from '~/components/ui/icon'

interface TableOfContentsProps {
  sections: readonly { id: string; title: string }[]
}

const label = 'On this page'

/** Beside the text on wide screens: stays in view and marks the current section. */
export function SideContents({ sections }: TableOfContentsProps) {
  const ids = useMemo(() => sections.map(({ id }) => id), [sections])
  const current = useCurrentSection(ids)
  return (
    <nav aria-label={label} className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] self-start overflow-y-auto lg:block print:hidden">
      <p className="mb-3 font-semibold">{label}</p>
      <ol className="border-l border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={clsx(
                '-ml-px block border-l-2 py-1.5 pr-2 pl-4 transition-colors hover:text-ink',
                id === current ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-muted',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Above the text on narrow screens. */
export function FoldedContents({ sections }: TableOfContentsProps) {
  return (
    <nav aria-label={label} className="mb-8 lg:hidden print:hidden">
      <details className="group rounded-card border border-line bg-surface-muted">
        <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-card px-5 font-medium [&::-webkit-details-marker]:hidden">
          {label}
          <Icon name="chevron-down" className="size-5 shrink-0 text-ink-subtle transition-transform group-open:rotate-180" />
        </summary>
        <ol className="border-t border-line px-5 py-3">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="flex min-h-11 items-center py-1 text-ink-muted underline-offset-4 hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

/** Pixels from the top of the window at which a heading counts as reached: below the header. */
const READING_LINE = 140

function sectionAtReadingLine(ids: readonly string[]): string | undefined {
  const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
  if (atEnd) return ids.at(-1)
  return ids.findLast((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= READING_LINE)
}

/** Undefined above the first section. */
function useCurrentSection(ids: readonly string[]): string | undefined {
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
