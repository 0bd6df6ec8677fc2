import { useCallback, useRef, useState } from 'react'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'

/**
 * Keeps a dialog's typed text from being lost by Escape or a click beside it.
 * @param onClose closes the dialog for good
 * @returns `close` asks first when the form is dirty; `question` must be rendered inside the dialog
 */
export function useDiscardGuard(onClose: () => void) {
  // Not state: Escape may follow the last key before another render.
  const dirty = useRef(false)
  const [asking, setAsking] = useState(false)
  const setDirty = useCallback((now: boolean) => {
    dirty.current = now
  }, [])
  return {
    setDirty,
    close: () => {
      if (dirty.current) setAsking(true)
      else onClose()
    },
    question: asking && (
      <ConfirmDialog
        title="Discard changes?"
        message="What you typed has not been saved. It is lost when you leave now."
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}
