import { useState } from 'react'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'

/**
 * Keeps a dialog's typed text from being lost by Escape or a click beside it.
 * @param onClose closes the dialog for good
 * @returns `close` asks first when the form is dirty; `question` must be rendered inside the dialog
 */
export function useDiscardGuard(onClose: () => void) {
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  return {
    setDirty,
    close: () => (dirty ? setAsking(true) : onClose()),
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
