import { useEffect, useState } from 'react'

/** Milliseconds after the last key before something is looked up. */
const PAUSE = 200

/** A text as it was when nobody had typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
