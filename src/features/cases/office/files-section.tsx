import { Camera, ImageUp } from '~/components/icons/lucide'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { RecordName, RecordSection } from '~/components/layouts/record-page'
import { failureToast } from '~/components/form/use-action'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { Skeleton } from '~/components/ui/loading'
import type { CaseFile } from '~/contracts/cases/files'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import type { CaseRef } from '~/contracts/case-ref'
import { trpc } from '~/trpc/client'
import { FileDrop } from '~/components/ui/file-drop'
import { FileGrid, RemovedFiles, fileMessages } from './file-grid'
import { UploadList } from '~/components/ui/upload-list'
import { useCaseUploads } from './use-case'

const Viewer = onDemand(() => import('./picture-viewer').then((module) => module.PictureViewer))

const ACCEPT = 'image/*,.heic,.heif,application/pdf,application/json,text/plain'
/** Links are valid for at least ten minutes (ms). */
const FRESH_MS = 8 * 60 * 1000

/** Pictures pasted outside of fields. */
function usePaste(onFiles: (files: File[]) => void) {
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = Array.from(event.clipboardData?.files ?? [])
      const inField = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null
      if (files.length === 0 || inField) return
      event.preventDefault()
      take(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

/** Files are dropped, pasted, chosen or photographed. */
export function FilesSection({ of }: { of: CaseRef }) {
  const utils = trpc.useUtils()
  const about = useContext(RecordName)
  const query = trpc.cases.files.list.useQuery(of, { refetchInterval: FRESH_MS, staleTime: FRESH_MS / 2 })
  const changed = () => utils.cases.invalidate()
  const { uploads, add, again, drop } = useCaseUploads(of, () => void changed())
  const [shown, setShown] = useState<string>()
  usePaste(add)
  const restore = trpc.cases.files.restore.useMutation({
    onSuccess: changed,
    onError: failureToast(fileMessages.restoreFailed),
  })
  const remove = trpc.cases.files.remove.useMutation({
    onSuccess: async ({ id }, _input) => {
      await changed()
      notifySuccess('File removed. It can be put back for 30 days.', {
        id: `removed-${id}`,
        about,
        action: { label: 'Undo', onAction: () => restore.mutate({ id }) },
      })
    },
    onError: failureToast(fileMessages.removeFailed),
  })

  const share = trpc.cases.files.share.useMutation({
    onSuccess: changed,
    onError: failureToast(fileMessages.shareFailed),
  })

  const files = query.data?.files ?? []
  const pictures = files.filter(({ thumbnailAddress }) => thumbnailAddress !== null)
  const room = Math.max(0, MOST_FILES - files.length - uploads.filter(({ state }) => state !== 'failed').length)
  const busy = ({ id }: CaseFile) => [remove, share].some(({ isPending, variables }) => isPending && variables.id === id)

  return (
    <RecordSection
      title="Pictures and files"
      actions={<p className="text-sm text-ink-muted tabular-nums">{query.data ? `${files.length} of ${MOST_FILES}` : ''}</p>}
    >
      <div className="flex flex-col gap-5 p-5 sm:p-6">
        <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
          <FileDrop
            label="Add files"
            hint="Choose, drop or paste. Pictures, PDF, text or JSON, up to 15 MB each. Customers see only what you show them."
            icon={<ImageUp className="size-6 text-ink-subtle" aria-hidden="true" />}
            accept={ACCEPT}
            multiple
            disabled={room === 0}
            onFiles={add}
          />
          <FileDrop
            label="Take a picture"
            icon={<Camera className="size-6 text-ink-subtle" aria-hidden="true" />}
            accept="image/*"
            capture
            disabled={room === 0}
            className="sm:w-40"
            onFiles={add}
          />
        </div>
        {room === 0 && <p className="text-sm text-ink-muted">A case has at most {MOST_FILES} files. Remove one that you no longer need.</p>}
        <UploadList uploads={uploads} onAgain={again} onDrop={drop} />
        {query.error !== null && query.data === undefined ? (
          <LoadFailure message={fileMessages.loadFailed} query={query} />
        ) : query.data === undefined ? (
          <Skeleton className="h-32" />
        ) : files.length === 0 && uploads.length === 0 ? (
          <p className="text-sm text-ink-muted">No files yet. Pictures of the machine as it arrived save questions later.</p>
        ) : (
          <FileGrid
            files={files}
            onOpen={setShown}
            onRemove={({ id }) => remove.mutate({ id })}
            onShare={({ id }, isShared) => share.mutate({ id, isShared })}
            isBusy={busy}
            onStale={() => void query.refetch()}
          />
        )}
        {query.data && query.data.removed.length > 0 && (
          <RemovedFiles files={query.data.removed} onRestore={(id) => restore.mutate({ id })} restoring={restore.isPending} />
        )}
      </div>
      {shown !== undefined && pictures.some(({ id }) => id === shown) && (
        <Viewer
          pictures={pictures}
          shown={shown}
          onShow={setShown}
          onClose={() => setShown(undefined)}
          onRemove={(file) => {
            setShown(undefined)
            remove.mutate({ id: file.id })
          }}
        />
      )}
    </RecordSection>
  )
}
