import { useEffect } from 'react'

/** Logs the path that led nowhere (spec §2 Route table). */
export function useLogMissingPath() {
  useEffect(() => {
    console.error('404: no page at', window.location.pathname)
  }, [])
}
