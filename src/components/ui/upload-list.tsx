import { sizeText } from '~/lib/text'
import { Button } from './button'

interface ShownUpload {
  key: string
  file: File
  state: 'waiting' | 'sending' | 'failed'
  sent: number
  message?: string
  mayTryAgain?: boolean
}

interface UploadListProps<Upload extends ShownUpload> {
  uploads: readonly Upload[]
  onAgain: (upload: Upload) => void
  onDrop: (key: string) => void
}

const stateText = ({ state, sent, file }: ShownUpload): string => {
  if (state === 'waiting') return 'Waiting'
  return sent < file.size ? `${Math.round((sent / file.size) * 100)}% of ${sizeText(file.size)}` : 'Checking …'
}

export function UploadList<Upload extends ShownUpload>({ uploads, onAgain, onDrop }: UploadListProps<Upload>) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="divide-y divide-line rounded-lg border border-line text-sm">
      {uploads.map((upload) => (
        <li key={upload.key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
          <span className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere text-ink">{upload.file.name}</span>
          {upload.state === 'failed' ? (
            <>
              <span role="alert" className="basis-full text-danger-ink sm:basis-auto">
                {upload.message}
              </span>
              {upload.mayTryAgain && (
                <Button variant="secondary" size="sm" onClick={() => onAgain(upload)} aria-label={`Send ${upload.file.name} again`}>
                  Try again
                </Button>
              )}
              <Button variant="ghost" size="sm" onClick={() => onDrop(upload.key)} aria-label={`Dismiss ${upload.file.name}`}>
                Dismiss
              </Button>
            </>
          ) : (
            <>
              <progress
                aria-label={`Upload of ${upload.file.name}`}
                max={upload.file.size}
                value={upload.sent}
                className="h-2 w-32 accent-accent"
              />
              <span className="w-32 text-ink-muted tabular-nums">{stateText(upload)}</span>
              <Button variant="ghost" size="sm" onClick={() => onDrop(upload.key)} aria-label={`Cancel ${upload.file.name}`}>
                Cancel
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
