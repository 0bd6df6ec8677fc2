import { createContext, type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { useScrollPadding } from '~/components/ui/use-scroll-padding'

/** A section with unsaved text. */
interface Unsaved {
  title: string
  /** @returns false after a failure */
  save: () => Promise<boolean>
  discard: () => void
}

type Report = (id: string, section: Unsaved | null) => void

const ReportContext = createContext<Report>(() => undefined)

/** Null once the section is saved. */
export function useUnsaved(section: Unsaved | null) {
  const report = useContext(ReportContext)
  const id = useId()
  const latest = useRef(section)
  useEffect(() => {
    latest.current = section
  })
  const title = section?.title
  useEffect(() => {
    if (title === undefined) return
    report(id, {
      title,
      save: async () => (await latest.current?.save()) ?? true,
      discard: () => latest.current?.discard(),
    })
    return () => report(id, null)
  }, [report, id, title])
}

export function PageSaves({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, Unsaved>>(new Map())
  const [saving, setSaving] = useState(false)
  const report = useMemo<Report>(
    () => (id, section) =>
      setUnsaved((all) => {
        const others = [...all].filter(([each]) => each !== id)
        return new Map(section ? [...others, [id, section]] : others)
      }),
    [],
  )
  const sections = [...unsaved.values()]
  const isEmpty = sections.length === 0

  const save = async () => {
    setSaving(true)
    try {
      // In sequence, since each one raises the version of the case.
      for (const section of sections) if (!(await section.save())) break
    } finally {
      setSaving(false)
    }
  }
  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })
  useEffect(() => {
    if (isEmpty) return
    const keys = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void saveNow.current()
    }
    // Captured before a focused tab, which handles Enter itself.
    document.addEventListener('keydown', keys, { capture: true })
    return () => document.removeEventListener('keydown', keys, { capture: true })
  }, [isEmpty])

  return (
    <ReportContext value={report}>
      {children}
      {!isEmpty && <Bar sections={sections} saving={saving} onSave={() => void save()} />}
    </ReportContext>
  )
}

interface BarProps {
  sections: readonly Unsaved[]
  saving: boolean
  onSave: () => void
}

/** Buttons on the left: toasts cover the other end. */
function Bar({ sections, saving, onSave }: BarProps) {
  const bar = useRef<HTMLElement>(null)
  useScrollPadding(bar)
  return (
    <section
      ref={bar}
      aria-label="Unsaved changes"
      className="sticky bottom-0 z-10 mt-6 -mb-6 flex flex-wrap items-center gap-3 rounded-t-card border border-line bg-surface px-5 py-3 shadow-raised md:-mb-8"
    >
      <Button size="sm" busy={saving} onClick={onSave}>
        Save
      </Button>
      <Button variant="secondary" size="sm" disabled={saving} onClick={() => sections.forEach(({ discard }) => discard())}>
        Discard
      </Button>
      <p className="min-w-0 text-sm wrap-anywhere text-ink-muted">
        Unsaved changes: <span className="font-medium text-ink">{sections.map(({ title }) => title).join(', ')}</span>
      </p>
    </section>
  )
}
