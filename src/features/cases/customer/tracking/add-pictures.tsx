import { ImagePlus } from '~/components/icons/lucide'
import { useEffect, useRef, useState } from 'react'
import { FileDrop } from '~/components/ui/file-drop'
import { LARGEST_FILE } from '~/contracts/uploads'
import { sendFile } from '~/lib/send-file'

interface AddPicturesProps {
  address: string
  onAdded: () => void
}

const withName = (address: string, name: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ name }).toString()}`

export function AddPictures({ address, onAdded }: AddPicturesProps) {
  const [state, setState] = useState<{ text: string; isFault: boolean }>()
  const [isSending, setSending] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    abort.current = controller
    return () => controller.abort()
  }, [])

  const send = async (file: File) => {
    if (file.size > LARGEST_FILE) throw new Error('This picture is larger than 15 MB. Send a smaller one.')
    await sendFile(withName(address, file.name), file, {
      type: 'application/octet-stream',
      signal: abort.current.signal,
      onProgress: (sent) => setState({ text: `${file.name}: ${Math.round((100 * sent) / Math.max(file.size, 1))}%`, isFault: false }),
    })
  }
  const choose = async (files: readonly File[]) => {
    setSending(true)
    try {
      for (const file of files) {
        await send(file)
        setState({ text: `${file.name} was added.`, isFault: false })
        onAdded()
      }
    } catch (error) {
      setState({ text: error instanceof Error ? error.message : 'The picture could not be sent.', isFault: true })
    }
    setSending(false)
  }
  return (
    <div>
      <FileDrop
        label="Add pictures"
        icon={<ImagePlus className="size-5 text-ink-muted" aria-hidden="true" />}
        accept="image/*"
        multiple
        disabled={isSending}
        onFiles={(files) => void choose(files)}
      />
      <p role="status" className={state?.isFault ? 'mt-1.5 text-sm text-danger-ink' : 'mt-1.5 text-sm text-ink-muted'}>
        {state?.text}
      </p>
    </div>
  )
}
