import { Camera } from '~/components/icons/lucide'
import type { CaseRef } from '~/contracts/case-ref'
import { notifySuccess } from '~/components/ui/notify'
import { trpc } from '~/trpc/client'
import { UploadList } from '~/components/ui/upload-list'
import { useCaseUploads } from './use-case'

/** A phone opens its camera. */
export function PhotoButton({ noun, id, className }: CaseRef & { className: string }) {
  const utils = trpc.useUtils()
  const { uploads, add, again, drop } = useCaseUploads({ noun, id }, () => {
    notifySuccess('Picture added')
    void utils.cases.invalidate()
  })
  return (
    <>
      <label className={`${className} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus`}>
        <Camera className="size-4 shrink-0" aria-hidden="true" />
        <span className="max-lg:sr-only">Photo</span>
        <input
          type="file"
          accept="image/*"
          capture="environment"
          multiple
          className="sr-only"
          onChange={({ target }) => {
            add(Array.from(target.files ?? []))
            // Lets the same file be chosen again.
            target.value = ''
          }}
        />
      </label>
      {uploads.length > 0 && (
        <div className="w-full">
          <UploadList uploads={uploads} onAgain={again} onDrop={drop} />
        </div>
      )}
    </>
  )
}
