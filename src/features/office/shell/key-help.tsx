import { Modal, ModalBody } from '~/components/ui/modal'

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl', 'K'], does: 'Search everything, or jump to a screen' },
  { keys: ['/'], does: 'Search in the list' },
  { keys: ['j', 'k'], does: 'To the next or the previous row (also with the arrow keys)' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['x'], does: 'Select the row, where rows can be selected' },
  { keys: ['Ctrl', 'Enter'], does: 'Save the form you are in' },
  { keys: ['Esc'], does: 'Close a dialog' },
  { keys: ['?'], does: 'Show these keys' },
]

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <ModalBody>
        <dl className="flex flex-col divide-y divide-line">
          {keys.map((row) => (
            <div key={row.does} className="flex items-center justify-between gap-6 py-2.5">
              <dt className="text-sm text-ink">{row.does}</dt>
              <dd className="flex shrink-0 gap-1">
                {row.keys.map((key) => (
                  <kbd key={key} className="rounded border border-line-strong bg-surface-muted px-2 py-0.5 font-sans text-xs text-ink">
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </ModalBody>
    </Modal>
  )
}
