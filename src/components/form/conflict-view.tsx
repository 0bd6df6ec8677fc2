import { clsx } from 'clsx/lite'
import { useEffect, useRef } from 'react'
import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import type { ConflictRow } from './conflict'

interface ConflictViewProps {
  /** For example 'this machine'. */
  subject: string
  rows: ConflictRow[]
  onKeepMine: () => void
  onUseTheirs: () => void
  saving: boolean
}

/** Shown inside a modal after a conflict: both versions, field by field. Nothing is overwritten before one is chosen. */
export function ConflictView({ subject, rows, onKeepMine, onUseTheirs, saving }: ConflictViewProps) {
  // This replaces the form and the button that had the focus.
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])

  return (
    <>
      <ModalBody className="flex flex-col gap-4">
        <p
          ref={words}
          tabIndex={-1}
          role="alert"
          className="rounded-lg border border-warn-line bg-warn-soft px-4 py-3 text-sm text-warn-ink"
        >
          Someone else saved {subject} while you were editing. Nothing has been overwritten: choose which version to keep.
        </p>
        {rows.length === 0 && <p className="text-sm text-ink-muted">Both versions say the same.</p>}
        <ul className="flex flex-col gap-4">
          {rows.map((row) => (
            <li key={row.label}>
              <p className="text-sm font-semibold text-ink">{row.label}</p>
              <dl className="mt-1.5 grid gap-2 sm:grid-cols-2">
                <Version name="Yours" text={row.mine} note={row.touched ? undefined : 'Not changed by you: the newer value stays'} />
                <Version name="Saved by someone else" text={row.theirs} />
              </dl>
            </li>
          ))}
        </ul>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onUseTheirs} disabled={saving}>
          Use theirs
        </Button>
        <Button onClick={onKeepMine} busy={saving}>
          Keep mine
        </Button>
      </ModalFooter>
    </>
  )
}

function Version({ name, text, note }: { name: string; text: string; note?: string | undefined }) {
  return (
    <div className={clsx('rounded-lg border border-line px-3 py-2', note !== undefined ? 'bg-surface' : 'bg-surface-muted')}>
      <dt className="text-xs font-medium text-ink-subtle">{name}</dt>
      <dd className="mt-0.5 text-sm wrap-anywhere whitespace-pre-wrap text-ink">
        {text === '' ? <span className="text-ink-subtle">Empty</span> : text}
      </dd>
      {note !== undefined && <dd className="mt-1 text-xs text-ink-subtle">{note}</dd>}
    </div>
  )
}
