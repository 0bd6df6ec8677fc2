import { clsx } from 'clsx/lite'
import { useState, type ReactNode } from 'react'

interface FileDropProps {
  label: string
  inputName?: string
  /** For `aria-describedby`. */
  describedBy?: string
  hint?: string
  icon: ReactNode
  accept: string
  multiple?: boolean
  /** Opens a phone's camera instead of its files. */
  capture?: boolean
  disabled?: boolean
  /** As low as a button, for a row of buttons. */
  isLow?: boolean
  className?: string
  onFiles: (files: File[]) => void
}

export function FileDrop({
  label,
  inputName,
  describedBy,
  hint,
  icon,
  accept,
  multiple = false,
  capture = false,
  disabled = false,
  isLow = false,
  className,
  onFiles,
}: FileDropProps) {
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (!disabled && files && files.length > 0) onFiles(Array.from(files).slice(0, multiple ? undefined : 1))
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      className={clsx(
        'flex items-center justify-center gap-1.5 border-dashed text-center transition-colors',
        isLow ? 'min-h-9 rounded-md border px-3' : 'min-h-20 flex-col rounded-card border-2 px-4 py-4',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus',
        disabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer hover:bg-surface-muted',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        className,
      )}
    >
      {icon}
      <span className="text-sm font-medium text-ink">{label}</span>
      {hint !== undefined && <span className="text-sm text-ink-muted">{hint}</span>}
      <input
        type="file"
        accept={accept}
        aria-label={inputName}
        aria-describedby={describedBy}
        multiple={multiple}
        {...(capture && { capture: 'environment' as const })}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files)
          // Lets the same file be chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
