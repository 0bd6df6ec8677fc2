import { clsx } from 'clsx'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'

interface FileDropProps {
  columns: readonly string[]
  onFile: (file: File) => void
}

/** Takes a file, chosen or dropped. */
export function FileDrop({ columns, onFile }: FileDropProps) {
  const [over, setOver] = useState(false)
  const help = useId()
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }

  return (
    <>
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
        className={clsx(
          'flex cursor-pointer flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-12 text-center transition-colors',
          'hover:bg-surface-muted has-focus-visible:outline-2 has-focus-visible:outline-focus',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <FileUp className="size-8 text-ink-subtle" aria-hidden="true" />
        <span className="font-medium text-ink">Choose a CSV file, or drop it here</span>
        <span className="text-sm text-ink-muted">UTF-8, up to 64 MB. Nothing is changed before you have seen what it would do.</span>
        <input
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          aria-describedby={help}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </label>
      <p id={help} className="text-sm text-ink-muted">
        The first line names the columns as an export does: <span className="wrap-anywhere text-ink">{columns.join(', ')}</span>. Columns
        that are left out stay as they are.
      </p>
    </>
  )
}
