import { Download, Trash2 } from '~/components/icons/lucide'
import Image from 'next/image'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { Icon } from '~/components/ui/icon'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import type { CaseFile } from '~/contracts/cases/files'
import { sizeText } from '~/lib/text'

interface PictureViewerProps {
  pictures: readonly CaseFile[]
  shown: string
  onShow: (id: string) => void
  onClose: () => void
  onRemove: (file: CaseFile) => void
}

export function PictureViewer({ pictures, shown, onShow, onClose, onRemove }: PictureViewerProps) {
  const index = pictures.findIndex(({ id }) => id === shown)
  const file = pictures[index]
  const neighbour = (step: number) => pictures[(index + step + pictures.length) % pictures.length]
  const go = useEffectEvent((step: number) => {
    const next = neighbour(step)
    if (next) onShow(next.id)
  })
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1)
      if (key === 'ArrowRight') go(1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  if (!file) return null
  return (
    <Modal title={file.name} onClose={onClose} className="max-w-5xl">
      <ModalBody>
        <figure>
          <Image
            key={file.id}
            src={file.address}
            width={file.width ?? 1200}
            height={file.height ?? 900}
            alt={file.name}
            className="mx-auto max-h-[65dvh] w-auto rounded-lg bg-surface-muted object-contain"
          />
          <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-3 text-sm text-ink-muted">
            <span className="tabular-nums">
              {index + 1} of {pictures.length}, {file.width ?? '?'} × {file.height ?? '?'}, {sizeText(file.bytes)}
              {file.uploadedBy !== null && `, by ${file.uploadedBy}`}
            </span>
            {pictures.length > 1 && (
              <span className="flex gap-2">
                <Button variant="secondary" size="sm" onClick={() => onShow(neighbour(-1)?.id ?? shown)}>
                  <Icon name="arrow-left" className="size-4" />
                  Previous
                </Button>
                <Button variant="secondary" size="sm" onClick={() => onShow(neighbour(1)?.id ?? shown)}>
                  Next
                  <Icon name="arrow-right" className="size-4" />
                </Button>
              </span>
            )}
          </figcaption>
        </figure>
      </ModalBody>
      <ModalFooter>
        <Button variant="ghost" size="sm" className="mr-auto" onClick={() => onRemove(file)}>
          <Trash2 className="size-4" aria-hidden="true" />
          Remove
        </Button>
        <a href={file.address} download className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          <Download className="size-4" aria-hidden="true" />
          Download
        </a>
      </ModalFooter>
    </Modal>
  )
}
