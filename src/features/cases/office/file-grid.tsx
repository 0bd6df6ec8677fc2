import { FileText, Gauge, Trash2, Undo2 } from '~/components/icons/lucide'
import Image from 'next/image'
import { RelativeTime } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { IconButton } from '~/components/ui/icon-button'
import type { CaseFile } from '~/contracts/cases/files'
import { sizeText } from '~/lib/text'
import { Toggle } from '~/components/ui/toggle'

interface FileGridProps {
  files: readonly CaseFile[]
  onOpen: (id: string) => void
  onRemove: (file: CaseFile) => void
  onShare: (file: CaseFile, isShared: boolean) => void
  isBusy: (file: CaseFile) => boolean
  /** A picture failed to load: its link may have expired. */
  onStale: () => void
}

const tile = 'grid aspect-4/3 w-full place-items-center overflow-hidden rounded-t-lg bg-surface-muted text-ink-subtle'

/** Pictures open here, other files are downloaded. */
export function FileGrid({ files, onOpen, onRemove, onShare, isBusy, onStale }: FileGridProps) {
  return (
    <ul aria-label="Files" className="grid grid-cols-2 gap-3 sm:grid-cols-3 2xl:grid-cols-4">
      {files.map((file) => (
        <li key={file.id} className="flex min-w-0 flex-col rounded-lg border border-line">
          {file.thumbnailAddress === null ? (
            <a href={file.address} download className={tile} aria-label={`Download ${file.name}`}>
              {file.kind === 'reading' ? (
                <Gauge className="size-8" aria-hidden="true" />
              ) : (
                <FileText className="size-8" aria-hidden="true" />
              )}
            </a>
          ) : (
            <button type="button" onClick={() => onOpen(file.id)} className={tile} aria-label={`Open ${file.name}`}>
              <Image
                src={file.thumbnailAddress}
                alt=""
                width={file.width ?? 400}
                height={file.height ?? 300}
                onError={onStale}
                className="size-full object-cover"
              />
            </button>
          )}
          <div className="flex items-center justify-between gap-1 pl-2.5">
            <div className="min-w-0 py-1.5 text-xs">
              <p className="truncate font-medium text-ink" title={file.name}>
                {file.name}
              </p>
              <p className="text-ink-muted">
                {sizeText(file.bytes)}, <RelativeTime at={file.createdAt} />
              </p>
            </div>
            <IconButton label={`Remove ${file.name}`} disabled={isBusy(file)} onClick={() => onRemove(file)} className="text-ink-muted">
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          </div>
          {file.kind === 'picture' && <ShowToCustomer file={file} isBusy={isBusy(file)} onShare={(isShared) => onShare(file, isShared)} />}
        </li>
      ))}
    </ul>
  )
}

interface RemovedFilesProps {
  files: readonly CaseFile[]
  onRestore: (id: string) => void
  restoring: boolean
}

export function RemovedFiles({ files, onRestore, restoring }: RemovedFilesProps) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 font-medium text-ink-muted hover:text-ink">Removed ({files.length})</summary>
      <ul aria-label="Removed files" className="mt-2 divide-y divide-line rounded-lg border border-line">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
            <span className="min-w-0 wrap-anywhere text-ink">
              {file.name} <span className="text-ink-muted">removed {file.removedAt && <RelativeTime at={file.removedAt} />}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              disabled={restoring}
              onClick={() => onRestore(file.id)}
              aria-label={`Put ${file.name} back`}
            >
              <Undo2 className="size-4" aria-hidden="true" />
              Put back
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

export const fileMessages = {
  loadFailed: 'Failed to fetch files',
  removeFailed: 'Failed to remove file',
  restoreFailed: 'Failed to put file back',
  shareFailed: 'Failed to change what the customer sees',
  readingsFailed: 'Failed to fetch readings',
} as const

interface ShowToCustomerProps {
  file: CaseFile
  onShare: (isShared: boolean) => void
  isBusy: boolean
}

/** Customers always see their own pictures and those of an offer, others if staff show them. */
function ShowToCustomer({ file: { name, visibility }, onShare, isBusy }: ShowToCustomerProps) {
  const row = 'flex min-h-10 items-center justify-between gap-2 border-t border-line px-2.5 py-1.5 text-xs text-ink-muted'
  if (visibility === 'customer') return <p className={row}>Sent by the customer</p>
  if (visibility === 'former') return <p className={row}>Sent by the former customer, not shown to this one</p>
  if (visibility === 'offer') return <p className={row}>Customer sees it with the offer</p>
  return (
    <div className={row}>
      <span aria-hidden="true">Show to customer</span>
      <Toggle aria-label={`Show to customer: ${name}`} checked={visibility === 'shared'} onChange={onShare} disabled={isBusy} />
    </div>
  )
}
