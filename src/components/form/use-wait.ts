import { useCallback, useEffect, useState } from 'react'
import { secondsToWait } from './server-errors'

/** After how many tries were too many: until when the server asks to wait. */
export function useWait() {
  const [until, setUntil] = useState<Date>()

  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => setUntil(undefined), Math.max(0, until.getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [until])

  /** Takes over what a failed call says about waiting. */
  const heed = useCallback((error: unknown) => {
    const seconds = secondsToWait(error)
    setUntil(seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000))
  }, [])
  return { until, heed }
}
