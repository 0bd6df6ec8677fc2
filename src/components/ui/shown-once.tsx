import { useState } from 'react'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { CopyText } from './copy-text'
import { Modal, ModalBody, ModalFooter } from './modal'

interface ShownOnceProps {
  title: string
  message: string
  text: string
  noun: string
  onClose: () => void
}

/** A secret that is shown only once; asks before it is closed. */
export function ShownOnce({ title, message, text, noun, onClose }: ShownOnceProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Modal title={title} onClose={() => setAsking(true)}>
      <ModalBody className="flex flex-col gap-4">
        <p className="text-ink-muted">{message}</p>
        <CopyText text={text} label={`Copy ${noun}`} />
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose} data-autofocus>
          I have saved it
        </Button>
      </ModalFooter>
      {isAsking && (
        <ConfirmDialog
          title={`Have you saved the ${noun}?`}
          message="We cannot show it again."
          confirmLabel="I have saved it"
          cancelLabel={`Back to the ${noun}`}
          variant="primary"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Modal>
  )
}
