import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { numberOfCode, placeOfCode } from '~/contracts/stock/scanning'
import { openCodeReader } from './code-reader'

/** Milliseconds between two frames. */
const PAUSE = 120
/** Milliseconds out of sight until the same code counts again. */
const OUT_OF_SIGHT = 2_000
/** Milliseconds without a code before advice is shown. */
const PATIENCE = 8_000

const advice = 'No code can be read. Hold the phone closer and straight, wipe the label, or type what is printed on it.'

/** By the error's name. @see https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
const refusals: Record<string, string> = {
  NotAllowedError: 'The camera is not allowed for this site. Allow it in the browser’s settings, or type the code.',
  NotFoundError: 'This device has no camera. Type the code, or use a scanner.',
  NotReadableError: 'Another program uses the camera. Close it and try again, or type the code.',
}
const OTHER_REFUSAL = 'The camera does not start. Type the code, or use a scanner.'
const NOT_SECURE = 'Browsers lend the camera to secure pages (https) alone. Type the code, or use a scanner.'
const NO_READER = 'Codes cannot be read from pictures here. Type the code, or use a scanner.'

const sameAs = (code: string) => placeOfCode(code) ?? numberOfCode(code)

/** Searches the camera's frames for codes until it closes. */
export function CameraView({ onCode, onFailure }: { onCode: (code: string) => void; onFailure: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isLong, setLong] = useState(false)
  const tell = useEffectEvent(onCode)
  const fail = useEffectEvent(onFailure)

  useEffect(() => {
    const shown = video.current
    if (!shown) return undefined
    const closing = new AbortController()
    const isOpen = () => !closing.signal.aborted
    let stream: MediaStream | undefined
    let reader: ReturnType<typeof openCodeReader> | undefined
    const close = () => {
      closing.abort()
      for (const track of stream?.getTracks() ?? []) track.stop()
      reader?.close()
    }

    /** @returns why it failed; undefined on success */
    async function open(target: HTMLVideoElement): Promise<string | undefined> {
      // Insecure pages have no `mediaDevices`, despite the type.
      if (!('mediaDevices' in navigator) || !isSecureContext) return NOT_SECURE
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false })
      } catch (error) {
        return (error instanceof DOMException && refusals[error.name]) || OTHER_REFUSAL
      }
      target.srcObject = stream
      await target.play().catch(() => undefined)
      return undefined
    }

    async function search(target: HTMLVideoElement) {
      const refusal = await open(target)
      if (refusal !== undefined && isOpen()) fail(refusal)
      if (refusal !== undefined || !isOpen()) {
        close()
        return
      }
      reader = openCodeReader()
      let last = { code: '', seen: 0 }
      let readAt = Date.now()
      while (isOpen()) {
        const [code] = await reader.read(target)
        const now = Date.now()
        setLong(now - readAt > PATIENCE)
        if (code !== undefined) {
          readAt = now
          const isAgain = sameAs(code) === last.code && now - last.seen < OUT_OF_SIGHT
          last = { code: sameAs(code), seen: now }
          if (!isAgain) tell(code)
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
    }
    search(shown).catch((error: unknown) => {
      // A closed reader answers nothing.
      if (!isOpen()) return
      console.error('A picture of the camera could not be read', error)
      fail(NO_READER)
    })
    return close
  }, [])

  return (
    <div className="flex flex-col gap-2">
      <div className="relative overflow-hidden rounded-lg bg-graphite">
        <video ref={video} muted playsInline aria-label="Picture of the camera" className="aspect-4/3 max-h-[32dvh] w-full object-cover" />
        <span aria-hidden="true" className="absolute inset-x-8 top-1/2 h-0.5 bg-accent" />
      </div>
      <p role="status" className="text-sm text-ink-muted">
        {isLong ? advice : 'Point the camera at a code.'}
      </p>
    </div>
  )
}
