import { useEffect, useRef, useState } from 'react'

/**
 * The state of a dialog whose code is loaded when it is first opened. On closing, the focus goes back to
 * the opener: a dialog that was loaded after the press cannot know where the focus came from.
 */
export function useLazyDialog() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (state === 'closed') opener.current?.focus()
  }, [state])

  return {
    /** For the button that opens the dialog. */
    opener,
    open: state === 'open',
    /** Whether the dialog has been opened on this page, and its code is there. */
    used: state !== 'unused',
    show: () => setState('open'),
    close: () => setState('closed'),
  }
}
