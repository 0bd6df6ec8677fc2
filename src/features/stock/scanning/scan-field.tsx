import { Camera, CameraOff } from '~/components/icons/lucide'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { LoadingPart, onDemand } from '~/components/ui/on-demand'
import { useScanSound } from './scan-sound'

const CameraView = onDemand(() => import('./camera-view').then((module) => module.CameraView), LoadingPart)

interface ScanFieldProps {
  label: string
  placeholder?: string
  /** Takes the focus on appearing, for scanners that type. */
  takesFocus?: boolean
  /**
   * Called with one code at a time, in order. False, a promise of false or a rejection sounds as refused and keeps typed text in the field.
   */
  onCode: (code: string) => unknown
}

/** Longer than any code of the shop or of makers. */
const LONGEST = 300

declare global {
  interface Document {
    /** In browsers with Permissions-Policy. */
    featurePolicy?: { allowsFeature: (name: string) => boolean }
  }
}

interface Given {
  code: string
  isTyped: boolean
}

/**
 * Takes codes from a phone's camera, a typing scanner or the keyboard. Scans without a focused field arrive too:
 * features/office/shell/use-scanner.ts sends them as the event 'scan'. Not a form, so it can stand inside one.
 */
export function ScanField({ label, placeholder = 'Scan or type', takesFocus = false, onCode }: ScanFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [given, setGiven] = useState<readonly Given[]>([])
  const [hasCamera, setCamera] = useState(false)
  const [refusal, setRefusal] = useState<'forbidden' | (string & {})>()
  const { sound } = useScanSound()

  const add = (scanned: string, isTyped = false) => {
    const code = scanned.trim().slice(0, LONGEST)
    if (code !== '') setGiven((list) => [...list, { code, isTyped }])
    // A scanner types the next code while this one is looked up.
    if (isTyped) setText('')
  }
  const work = useEffectEvent(async ({ code, isTyped }: Given) => {
    let isGood = false
    try {
      isGood = (await onCode(code)) !== false
    } catch (error) {
      console.error('A code was not taken', error)
    }
    sound(isGood)
    // Restores a refused code, unless the next one is being typed.
    if (!isGood && isTyped) setText((now) => now || code)
    setGiven(([, ...rest]) => rest)
  })
  // In sequence, since a code may depend on the effect of the previous one.
  const [next] = given
  useEffect(() => {
    if (next) queueMicrotask(() => void work(next))
  }, [next])

  const scanned = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'string') add(event.detail)
  })
  useEffect(() => {
    const field = input.current
    const onScan = (event: Event) => scanned(event)
    field?.addEventListener('scan', onScan)
    return () => field?.removeEventListener('scan', onScan)
  }, [])
  useEffect(() => {
    // On a phone the focus opens the keyboard, which hides half of the screen.
    const isPhone = 'matchMedia' in window && window.matchMedia('(pointer: coarse)').matches
    if (takesFocus && !isPhone) input.current?.focus()
  }, [takesFocus])

  return (
    <div className="flex flex-col gap-3 in-data-thumb:max-sm:contents">
      {hasCamera && (
        <CameraView
          onCode={(code) => add(code)}
          onFailure={(why) => {
            setCamera(false)
            setRefusal(document.featurePolicy?.allowsFeature('camera') === false ? 'forbidden' : why)
            input.current?.focus()
          }}
        />
      )}
      <div className="flex items-end gap-2">
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium wrap-anywhere text-ink">
            {label}
          </label>
          <input
            id={id}
            ref={input}
            data-scan-field=""
            value={text}
            maxLength={LONGEST}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            aria-describedby={`${id}-note`}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add(text, true)
            }}
            className="field min-h-12"
          />
        </div>
        <Button
          variant="secondary"
          className="min-h-12"
          busy={given.length > 0}
          disabled={text.trim() === ''}
          onClick={() => add(text, true)}
        >
          Enter
        </Button>
      </div>
      <Button
        variant={hasCamera ? 'secondary' : 'primary'}
        size="lg"
        // In reach of the thumb.
        className="w-full in-data-thumb:max-sm:sticky in-data-thumb:max-sm:bottom-3 in-data-thumb:max-sm:z-10 in-data-thumb:max-sm:order-last in-data-thumb:max-sm:mt-auto in-data-thumb:max-sm:min-h-16"
        onClick={() => {
          setRefusal(undefined)
          setCamera(!hasCamera)
        }}
      >
        {hasCamera ? <CameraOff className="size-6" aria-hidden="true" /> : <Camera className="size-6" aria-hidden="true" />}
        {hasCamera ? 'Close the camera' : 'Scan with the camera'}
      </Button>
      <p id={`${id}-note`} role="status" className="text-sm text-ink-muted empty:hidden">
        {refusal === 'forbidden' ? (
          <>
            This page was opened without the camera.{' '}
            <button type="button" className="font-medium text-ink underline underline-offset-4" onClick={() => window.location.reload()}>
              Load it again
            </button>{' '}
            to use it, or type the code.
          </>
        ) : (
          refusal
        )}
      </p>
    </div>
  )
}
