import { useEffect } from 'react'

/** A part of the dashboard that could not be read is only logged (spec §8). */
export function useLoggedFailure(error: unknown, words: string): void {
  useEffect(() => {
    if (error) console.error(words, error)
  }, [error, words])
}
