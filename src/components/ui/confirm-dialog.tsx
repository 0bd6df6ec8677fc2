import type { ReactNode } from 'react'
import { Button } from './button'
import type { ButtonVariant } from './button-styles'
import { Modal, ModalBody, ModalFooter } from './modal'

interface ConfirmDialogProps {
  title: string
  message: string
  confirmLabel: string
  cancelLabel: string
  variant?: ButtonVariant
  busy?: boolean
  /** True while confirming is not possible yet. */
  disabled?: boolean
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone. The harmless button comes first and has the focus. */
export function ConfirmDialog({
  title,
  message,
  confirmLabel,
  cancelLabel,
  variant = 'danger',
  busy = false,
  disabled = false,
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Modal title={title} onClose={onCancel} className="max-w-md">
      <ModalBody className="flex flex-col gap-4">
        <p className="wrap-anywhere text-ink-muted">{message}</p>
        {children}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button variant={variant} onClick={onConfirm} busy={busy} disabled={disabled}>
          {confirmLabel}
        </Button>
      </ModalFooter>
    </Modal>
  )
}
