import { useCallback, useEffect, useState } from 'react'
import { secondsToWait } from './server-errors'
import { FormNote } from './form-note'
import { formatTimeWithSeconds } from '~/lib/date-text'

/** After too many attempts: the end of the wait that the server asks for. */
export function useWait() {
  const [until, setUntil] = useState<Date>()

  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => setUntil(undefined), Math.max(0, until.getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [until])

  const heed = useCallback((error: unknown) => {
    const seconds = secondsToWait(error)
    setUntil(seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000))
  }, [])
  return { until, heed }
}

/** Renders nothing once the form can be sent. */
export function WaitNote({ until }: { until: Date | undefined }) {
  if (!until) return null
  return (
    <FormNote tone="warn">
      Too many attempts. You can try again at <time dateTime={until.toISOString()}>{formatTimeWithSeconds(until)}</time>.
    </FormNote>
  )
}
