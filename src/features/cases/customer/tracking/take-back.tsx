import { useEffect, useState } from 'react'
import { FormNote } from '~/components/form/form-note'
import { Button } from '~/components/ui/button'
import { formatTime } from '~/lib/date-text'

interface TakeBackProps {
  kind: 'estimate' | 'offer'
  until: Date
  /** Reports a refusal itself. */
  onTakeBack: () => Promise<void>
}

/** Hidden once its time is over; the server decides. */
export function TakeBack({ kind, until, onTakeBack }: TakeBackProps) {
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const end = until.getTime()
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, end - Date.now()))
    return () => clearTimeout(timer)
  }, [end])
  if (isOver) return null
  return (
    <FormNote tone="info">
      <p>
        Changed your mind? You can take back your acceptance of the {kind} until {formatTime(until)}, unless we have begun by then.
      </p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        busy={isBusy}
        onClick={() => {
          setBusy(true)
          void onTakeBack().finally(() => setBusy(false))
        }}
      >
        Take it back
      </Button>
    </FormNote>
  )
}
