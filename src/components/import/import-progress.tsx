import type { ImportSession } from './session'

const number = new Intl.NumberFormat('en-GB')
const MEGABYTE = 1024 * 1024

/** How far a file is on its way: it is checked while it is being sent. */
export function ImportProgress({ name, size, sent, checked }: NonNullable<ImportSession['sending']>) {
  const share = size === 0 ? 1 : Math.min(1, sent / size)
  return (
    <div className="flex flex-col gap-3 py-8" aria-live="polite">
      <p className="font-medium wrap-anywhere text-ink">{share < 1 ? `Uploading ${name}` : `Checking ${name}`}</p>
      <progress aria-label="Progress of the import" value={share} max={1} className="h-2 w-full accent-(--accent)" />
      <p className="text-sm text-ink-muted tabular-nums">
        {(sent / MEGABYTE).toFixed(1)} of {(size / MEGABYTE).toFixed(1)} MB sent, {number.format(checked)} rows checked
      </p>
    </div>
  )
}
