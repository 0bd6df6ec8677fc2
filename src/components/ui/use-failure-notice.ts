import { useEffect } from 'react'
import { notifyError } from './notify'

/**
 * Says once that something could not be loaded.
 * @param error the query's error; null while there is none
 * @param text the toast's description
 */
export function useFailureNotice(error: unknown, text: string): void {
  useEffect(() => {
    if (error === null || error === undefined) return
    notifyError(text, error)
  }, [error, text])
}
