import { ImagePlus } from '~/components/icons/lucide'
import { useId, useRef, useState, type Ref, type SubmitEvent } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { FormNote } from '~/components/form/form-note'
import { Button } from '~/components/ui/button'
import { FileDrop } from '~/components/ui/file-drop'
import { useDraft } from '~/lib/drafts'

export interface MessageComposerProps {
  /** Characters of the text; number and bytes of the pictures. */
  limits: { characters: number; pictures: number; bytes: number }
  /** @returns the picture's id @throws {UploadError} */
  onUpload: (file: File) => Promise<string>
  /** @throws the server's refusal */
  onSend: (message: { body: string; pictures: string[] }) => Promise<void>
  /** Who reads the message, and how they learn of it. */
  hint: string
  fieldRef?: Ref<HTMLTextAreaElement> | undefined
}

const FAILED = 'Your message could not be sent. What you have typed is still here: please try again.'
const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif'

/** Sends nothing before 'Send'; a failure loses neither text nor pictures. */
export function MessageComposer({ limits, onUpload, onSend, hint, fieldRef }: MessageComposerProps) {
  const id = useId()
  // The page's address names the case.
  const [body, setBody] = useDraft(`message ${window.location.pathname}`)
  const [picked, setPicked] = useState<readonly File[]>([])
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** Uploaded pictures of an unsent message, so that a retry does not send them again. */
  const uploaded = useRef(new WeakMap<File, string>())
  const isEmpty = body.trim() === '' && picked.length === 0

  const choose = (files: readonly File[]) => {
    const room = limits.pictures - picked.length
    const fitting = files.filter(({ size }) => size <= limits.bytes)
    const refused = [
      { files: files.filter(({ size }) => size > limits.bytes), why: `larger than ${Math.floor(limits.bytes / 1024 / 1024)} MB` },
      { files: fitting.slice(room), why: `more than the ${limits.pictures} pictures of a message` },
    ].flatMap((each) => each.files.map(({ name }) => `${name} (${each.why})`))
    setFailure(refused.length > 0 ? `Not added: ${refused.join(', ')}.` : undefined)
    setPicked([...picked, ...fitting.slice(0, room)])
  }

  const idOf = async (file: File): Promise<string> => {
    const known = uploaded.current.get(file)
    if (known !== undefined) return known
    const made = await onUpload(file)
    uploaded.current.set(file, made)
    return made
  }

  const send = async () => {
    setSending(true)
    setFailure(undefined)
    try {
      const pictures: string[] = []
      for (const file of picked) pictures.push(await idOf(file))
      await onSend({ body, pictures })
      // Text typed meanwhile is the next message.
      setBody((typed) => (typed === body ? '' : typed))
      setPicked((chosen) => chosen.filter((file) => !picked.includes(file)))
    } catch (error) {
      setFailure(serverMessage(error) ?? (error instanceof Error && error.name === 'UploadError' ? error.message : FAILED))
    }
    setSending(false)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isEmpty && !isSending) void send()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-t border-line p-5 sm:px-6">
      <div aria-live="polite" className="empty:hidden">
        {failure !== undefined && <FormNote tone="danger">{failure}</FormNote>}
      </div>
      <label className="flex flex-col gap-1.5 text-sm font-medium text-ink">
        Your message
        <textarea
          ref={fieldRef}
          value={body}
          rows={3}
          maxLength={limits.characters}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setBody(() => target.value)}
          className="field resize-y font-normal sm:text-sm"
        />
      </label>
      {picked.length > 0 && (
        <ul aria-label="Pictures to send" className="flex flex-col gap-2">
          {picked.map((file, index) => (
            <li key={`${index} ${file.name}`} className="flex items-center gap-3 rounded-lg border border-line px-3 py-1.5 text-sm">
              <span className="min-w-0 grow wrap-anywhere text-ink">{file.name}</span>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Remove ${file.name}`}
                disabled={isSending}
                onClick={() => setPicked(picked.filter((each) => each !== file))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <FileDrop
          label="Pictures"
          icon={<ImagePlus className="size-5 text-ink-muted" aria-hidden="true" />}
          accept={ACCEPT}
          multiple
          disabled={isSending || picked.length >= limits.pictures}
          className="min-w-0 grow"
          onFiles={choose}
        />
        <Button type="submit" size="sm" busy={isSending} disabled={isEmpty}>
          Send message
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-sm text-ink-subtle">
        {hint}
      </p>
    </form>
  )
}
