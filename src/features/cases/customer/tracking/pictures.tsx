import Image from 'next/image'
import { RecordSection } from '~/components/layouts/record-page'
import type { PublicPicture } from '~/contracts/cases/tracking'
import { formatDate } from '~/lib/date-text'
import { AddPictures } from './add-pictures'

/** Each opens in full in a new tab. */
export function Thumbnails({ pictures }: { pictures: readonly PublicPicture[] }) {
  if (pictures.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {pictures.map(({ id, name, address, thumbnailAddress, createdAt }) => (
        <li key={id}>
          <a href={address} target="_blank" rel="noopener noreferrer" className="block overflow-hidden rounded-lg border border-line">
            <Image
              src={thumbnailAddress ?? address}
              alt={`${name}, ${formatDate(createdAt)}`}
              width={96}
              height={96}
              className="size-24 bg-surface-strong object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

interface PicturesProps {
  pictures: readonly PublicPicture[]
  uploadAddress: string | null
  onChanged: () => void
}

export function Pictures({ pictures, uploadAddress, onChanged }: PicturesProps) {
  if (pictures.length === 0 && uploadAddress === null) return null
  return (
    <RecordSection title="Pictures">
      <div className="flex flex-col gap-4 p-5 sm:px-6">
        {pictures.length === 0 ? <p className="text-sm text-ink-muted">No pictures yet.</p> : <Thumbnails pictures={pictures} />}
        {uploadAddress !== null && <AddPictures address={uploadAddress} onAdded={onChanged} />}
      </div>
    </RecordSection>
  )
}
