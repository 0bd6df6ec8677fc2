import { clsx } from 'clsx/lite'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useMay } from './cells'

interface InlineEditProps {
  /** The router that it belongs to: staff who may not change that read the value alone. */
  of: string
  /** The changed value and its row: 'Price of Antminer S21'. */
  label: string
  /** As it is typed. */
  value: string
  /** Said of what cannot be saved; undefined where it can. */
  check: (typed: string) => string | undefined
  /** Saves it; false where that has failed, which somebody else says. */
  onSave: (typed: string) => Promise<boolean>
  align?: 'end' | undefined
  /** The value as people read it. */
  children: ReactNode
}

/** A value of a row that is changed in its place: pressed, it is a field; Enter saves, Escape does not. A text that could not be saved stays. */
export function InlineEdit({ of, label, value, check, onSave, align, children }: InlineEditProps) {
  const mayChange = useMay()(of, 'write')
  const button = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)

  const end = (withFocus: boolean) => {
    flushSync(() => {
      setTyped(undefined)
      setProblem(undefined)
    })
    if (withFocus) button.current?.focus()
  }
  const save = async (withFocus: boolean) => {
    if (typed === undefined || saving) return
    if (typed.trim() === value) {
      end(withFocus)
      return
    }
    const refused = check(typed)
    setProblem(refused)
    if (refused !== undefined) return
    setSaving(true)
    const saved = await onSave(typed)
    setSaving(false)
    if (saved) end(withFocus)
  }

  if (!mayChange) return children
  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        title={`Change: ${label}`}
        onClick={() => setTyped(value)}
        className="-mx-1.5 min-h-7 cursor-text rounded-md border border-transparent px-1.5 hover:border-line-strong hover:bg-surface @3xl:min-h-8"
      >
        {children}
      </button>
    )
  }
  return (
    <span className="relative z-1 inline-block">
      <input
        autoFocus
        aria-label={label}
        aria-invalid={problem !== undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={typed}
        readOnly={saving}
        aria-busy={saving}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
        onBlur={() => void save(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            void save(true)
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            end(true)
          }
        }}
        className={clsx('field min-h-8 w-28 px-2 py-0.5 text-sm tabular-nums', align === 'end' && 'text-right')}
      />
      <span role="alert" className="block text-xs text-danger-ink empty:hidden">
        {problem}
      </span>
    </span>
  )
}
