import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { clsx } from 'clsx/lite'
import type { ReactNode } from 'react'

interface DrawerProps {
  label: string
  onClose: () => void
  className?: string
  children: ReactNode
}

/** A modal panel from the left edge, open while it is rendered. */
export function Drawer({ label, onClose, className, children }: DrawerProps) {
  return (
    <Dialog open onClose={onClose} aria-label={label} className="fixed inset-0 z-50">
      <DialogBackdrop className="fixed inset-0 bg-graphite-deep/60 transition-opacity duration-200 starting:opacity-0" />
      <DialogPanel
        className={clsx(
          'fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col overflow-y-auto overscroll-contain shadow-raised transition-transform duration-200 starting:-translate-x-full',
          className,
        )}
      >
        {children}
      </DialogPanel>
    </Dialog>
  )
}
