import { useEffect, useState } from 'react'

/** A message takes a moment to arrive: asking again earlier only costs another one. */
const DELAY_SECONDS = 30

/** Counts down after each message; `seconds` is 0 when it may be asked for again. */
export function useResendDelay() {
  const [seconds, setSeconds] = useState(0)

  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])

  return { seconds, start: () => setSeconds(DELAY_SECONDS) }
}
