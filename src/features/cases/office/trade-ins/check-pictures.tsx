import { Camera } from 'lucide-react'
import Image from 'next/image'
import { buttonStyles } from '~/components/ui/button-styles'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import type { CaseRef } from '~/contracts/cases/cases'
import { trpc } from '~/trpc/client'
import { UploadList } from '../upload-list'
import { useUploads } from '../use-uploads'

/** Links count for ten minutes at least (ms). */
const FRESH_MS = 8 * 60 * 1000

interface CheckPicturesProps {
  of: CaseRef
  /** Of the checklist, and what it is called. */
  item: string
  label: string
}

/** The pictures of one item of the checklist; all of them stand among the files of the case too. */
export function CheckPictures({ of, item, label }: CheckPicturesProps) {
  const utils = trpc.useUtils()
  const files = trpc.cases.files.list.useQuery(of, { refetchInterval: FRESH_MS, staleTime: FRESH_MS / 2 })
  const { uploads, add, again, drop } = useUploads(of, () => void utils.cases.invalidate())
  const all = files.data?.files ?? []
  const isFull = all.length + uploads.length >= MOST_FILES
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {all.map(
          ({ id, name, checkItem, thumbnailAddress, address }) =>
            checkItem === item &&
            thumbnailAddress !== null && (
              <a key={id} href={address} target="_blank" rel="noreferrer" className="rounded-md">
                <Image
                  src={thumbnailAddress}
                  alt={`${label}: ${name}`}
                  width={64}
                  height={48}
                  className="h-12 w-16 rounded-md border border-line object-cover"
                />
              </a>
            ),
        )}
        <label
          className={`${buttonStyles({ variant: 'ghost', size: 'sm' })} ${isFull ? 'opacity-60' : 'cursor-pointer'} has-focus-visible:outline-2 has-focus-visible:outline-focus`}
        >
          <Camera className="size-4" aria-hidden="true" />
          Add picture
          <span className="sr-only"> of {label}</span>
          <input
            type="file"
            accept="image/*,.heic,.heif"
            multiple
            disabled={isFull}
            className="sr-only"
            onChange={({ target }) => {
              add(Array.from(target.files ?? []), item)
              // The same file can be chosen again.
              target.value = ''
            }}
          />
        </label>
      </div>
      <UploadList uploads={uploads} onAgain={again} onDrop={drop} />
    </div>
  )
}
