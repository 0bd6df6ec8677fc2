import { useEffect, useRef, type ReactNode } from 'react'
import { FormNote } from '~/components/form/form-note'

/** Says how an answer has turned out, in the place of the pressed button: so it gets the focus and is read out. */
export function Told({ children }: { children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the question's dialog, which gives the focus back as it closes.
    const frame = requestAnimationFrame(() => note.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={note} tabIndex={-1} className="rounded-lg outline-none">
      <FormNote tone="success">{children}</FormNote>
    </div>
  )
}
