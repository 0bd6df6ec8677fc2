import { ArrowLeft, ArrowRight, ImageUp, Trash2 } from '~/components/icons/lucide'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FieldFrame } from '~/components/form/field-frame'
import { failureToast } from '~/components/form/use-action'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { FileDrop } from '~/components/ui/file-drop'
import { IconButton } from '~/components/ui/icon-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { notifySuccess } from '~/components/ui/notify'
import { UploadList } from '~/components/ui/upload-list'
import { LONGEST_ALT_TEXT, MOST_PICTURES, type ProductPicture } from '~/contracts/catalogue/product-pictures'
import { trpc } from '~/trpc/client'
import type { useProductUploads } from './use-product-changes'

const messages = {
  loadFailed: 'Failed to fetch pictures',
  moveFailed: 'Failed to move picture',
  textFailed: 'Failed to save alt text',
  removeFailed: 'Failed to remove picture',
} as const

const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif'

/** Shows the server's list after a change, and refetches after a refusal. */
function usePictureChange(productId: string, failed: string, about: string, onDone?: () => void) {
  const { products } = trpc.useUtils()
  return trpc.products.pictures.change.useMutation({
    onSuccess: (pictures) => {
      products.pictures.list.setData({ productId }, pictures)
      onDone?.()
      void products.list.invalidate()
    },
    onError: (error) => {
      failureToast(failed, about)(error)
      void products.pictures.list.invalidate({ productId })
    },
  })
}

interface ProductPicturesProps {
  product: { id: string; name: string }
  uploads: ReturnType<typeof useProductUploads>
}

/** Each change is saved at once, independent of the form around. */
export function ProductPictures({ product: { id: productId, name }, uploads: { uploads, add, again, drop } }: ProductPicturesProps) {
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const query = trpc.products.pictures.list.useQuery({ productId })
  const [removing, setRemoving] = useState<ProductPicture>()
  const [said, say] = useState('')
  const pictures = query.data ?? []
  const own = uploads.filter(({ part }) => part === productId)
  const room = MOST_PICTURES - pictures.length - own.filter(({ state }) => state !== 'failed').length

  const { products } = trpc.useUtils()
  const remove = trpc.products.pictures.remove.useMutation({
    onSuccess: () => notifySuccess('Picture removed', { about: name }),
    onError: failureToast(messages.removeFailed, name),
    onSettled: async () => {
      await products.invalidate()
      setRemoving(undefined)
      // After the dialog has restored the focus to a button that is gone with its picture.
      setTimeout(() => title.current?.focus())
    },
  })
  const move = usePictureChange(productId, messages.moveFailed, name)
  const moveTo = (picture: ProductPicture, place: number) => {
    if (move.isPending) return
    const words = `${picture.name} is now picture ${place + 1} of ${pictures.length}`
    move.mutate({ id: picture.id, place }, { onSuccess: () => say(words) })
  }

  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4 border-t border-line px-5 py-4 sm:px-6">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={heading} ref={title} tabIndex={-1} className="font-semibold text-ink outline-none">
          Pictures
        </h3>
        <p className="text-sm text-ink-muted tabular-nums">{query.data && `${pictures.length} of ${MOST_PICTURES}`}</p>
      </div>
      <FileDrop
        label="Add pictures"
        hint="Choose or drop several. JPEG, PNG, WebP, AVIF or HEIC, up to 15 MB each. They are in the shop as soon as they are stored."
        icon={<ImageUp className="size-6 text-ink-subtle" aria-hidden="true" />}
        accept={ACCEPT}
        multiple
        disabled={room <= 0}
        onFiles={(files) => add(files, productId)}
      />
      {room <= 0 && <p className="text-sm text-ink-muted">A product has at most {MOST_PICTURES} pictures. Remove one to add another.</p>}
      <UploadList uploads={own} onAgain={again} onDrop={drop} />
      {query.error !== null && query.data === undefined ? (
        <LoadFailure message={messages.loadFailed} query={query} />
      ) : query.data === undefined ? (
        <Skeleton className="h-24" />
      ) : pictures.length === 0 ? (
        own.length === 0 && <p className="text-sm text-ink-muted">No pictures yet. The shop shows a drawing.</p>
      ) : (
        <ol aria-label="Pictures" className="grid gap-3 sm:grid-cols-2">
          {pictures.map((picture, place) => (
            <Picture
              key={picture.id}
              {...{ picture, place, productId, productName: name }}
              count={pictures.length}
              moving={move.isPending}
              onMove={(to) => moveTo(picture, to)}
              onRemove={() => setRemoving(picture)}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}`}
          message="The shop stops showing this picture at once. It cannot be put back; you would have to add it again."
          confirmLabel="Remove"
          cancelLabel="Cancel"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ id: removing.id })}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}

interface PictureProps {
  picture: ProductPicture
  /** From 0; the first is the main one. */
  place: number
  count: number
  productId: string
  productName: string
  /** True while a picture moves, which holds the others. */
  moving: boolean
  onMove: (place: number) => void
  onRemove: () => void
}

function Picture({ picture, place, count, productId, productName, moving, onMove, onRemove }: PictureProps) {
  const { name, card, width, height } = picture
  /** Browsers drop the focus from an element that is moved in the page. */
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [place])
  // Not disabled at the ends, since a disabled button loses the focus.
  const moveButton = (label: string, to: number, Arrow: typeof ArrowLeft) => (
    <IconButton
      label={`${label} ${name}`}
      aria-disabled={to < 0 || to >= count || moving}
      className="text-ink-muted aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      onClick={({ currentTarget }) => {
        if (to < 0 || to >= count || moving) return
        pressed.current = currentTarget
        onMove(to)
      }}
    >
      <Arrow className="size-4" aria-hidden="true" />
    </IconButton>
  )
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-line">
      <picture className="relative block bg-surface-muted">
        <img
          src={card}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="aspect-4/3 w-full object-contain text-transparent"
        />
        {place === 0 && (
          <span className="absolute top-2 left-2 rounded-full bg-surface px-2 py-0.5 text-xs font-medium text-ink shadow-card">
            Main picture
          </span>
        )}
      </picture>
      <div className="flex items-center gap-1 border-b border-line pl-3">
        <p className="min-w-0 flex-1 truncate text-xs font-medium text-ink" title={name}>
          {name}
        </p>
        {moveButton('Move earlier:', place - 1, ArrowLeft)}
        {moveButton('Move later:', place + 1, ArrowRight)}
        <IconButton label={`Remove ${name}`} onClick={onRemove} className="text-ink-muted hover:text-danger-ink">
          <Trash2 className="size-4" aria-hidden="true" />
        </IconButton>
      </div>
      <AltText picture={picture} label={`Alt text of picture ${place + 1}`} {...{ productId, productName }} />
    </li>
  )
}

interface AltTextProps {
  picture: ProductPicture
  label: string
  productId: string
  productName: string
}

/** Saves on blur, on Enter and when the dialog closes; a failed text stays in the field. */
function AltText({ picture: { id, altText }, label, productId, productName }: AltTextProps) {
  const field = useId()
  const [typed, setTyped] = useState<string>()
  const change = usePictureChange(productId, messages.textFailed, productName, () => setTyped(undefined))
  const save = () => {
    const text = typed?.trim()
    if (text === undefined || change.isPending) return
    if (text === altText) setTyped(undefined)
    else change.mutate({ id, altText: text })
  }
  const saveAtEnd = useEffectEvent(save)
  useEffect(() => () => saveAtEnd(), [])
  const failure = typed !== undefined && change.isError ? 'Not saved. Press Enter to try again.' : undefined
  return (
    <FieldFrame
      id={field}
      label={label}
      hint="Read out instead of the picture"
      hintId={`${field}-hint`}
      message={failure}
      messageId={`${field}-message`}
      className="p-3"
    >
      <input
        id={field}
        value={typed ?? altText}
        placeholder={productName}
        maxLength={LONGEST_ALT_TEXT}
        autoComplete="off"
        aria-invalid={failure !== undefined}
        aria-describedby={failure === undefined ? `${field}-hint` : `${field}-message ${field}-hint`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Does not submit the form around.
          event.preventDefault()
          save()
        }}
        className="field sm:text-sm"
      />
    </FieldFrame>
  )
}
