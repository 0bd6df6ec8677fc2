import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { clsx } from 'clsx/lite'
import type { ReactNode } from 'react'
import { Icon } from './icon'
import { IconButton } from './icon-button'

interface ModalProps {
  title: string
  /** Escape, a click beside the panel, or 'Close'. */
  onClose: () => void
  className?: string | undefined
  children: ReactNode
}

/**
 * A modal dialog: a sheet from below on phones, a centred panel elsewhere, with room for a toast above. It is open as long as it
 * is rendered, so what it holds starts afresh each time. Its parts are `ModalBody` and `ModalFooter`.
 */
export function Modal({ title, onClose, className = 'max-w-lg', children }: ModalProps) {
  return (
    // The dialog covers the screen, since tools treat an element without a size as hidden.
    <Dialog open onClose={onClose} className="fixed inset-0 z-50">
      <DialogBackdrop className="fixed inset-0 bg-graphite-deep/60 transition-opacity duration-150 starting:opacity-0" />
      <div className="fixed inset-0 overflow-y-auto overscroll-contain">
        <div className="flex min-h-full items-end justify-center pt-22 sm:items-center sm:p-6 sm:pt-16">
          <DialogPanel
            className={clsx(
              'w-full rounded-t-card border border-line bg-surface shadow-raised transition duration-150 sm:rounded-card',
              'starting:translate-y-4 starting:opacity-0',
              className,
            )}
          >
            <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5 sm:pl-6">
              <DialogTitle className="py-1.5 text-lg font-semibold wrap-anywhere text-ink">{title}</DialogTitle>
              <IconButton label="Close" onClick={onClose} className="text-ink-muted">
                <Icon name="x" className="size-5" />
              </IconButton>
            </div>
            {children}
          </DialogPanel>
        </div>
      </div>
    </Dialog>
  )
}

export function ModalBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('px-5 py-5 sm:px-6', className)}>{children}</div>
}

/** The main button last. */
export function ModalFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 rounded-b-card border-t border-line bg-surface px-5 py-3 sm:px-6">
      {children}
    </div>
  )
}
