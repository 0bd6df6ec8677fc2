import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { trpc } from '~/trpc/client'
import { sayFailure } from './account-section'
import { CopyText } from '~/components/ui/copy-text'
import { Icon } from '~/components/ui/icon'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'

/** Suggests new codes from this number on. */
const FEW = 3

/** Codes left, and a button for new ones. */
export function RecoveryCodes({ onRenew }: { onRenew: () => Promise<unknown> }) {
  const { data } = trpc.auth.mfa.recoveryCodesLeft.useQuery()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  const renew = async () => {
    setBusy(true)
    try {
      await onRenew()
    } catch (error) {
      sayFailure('No new codes', error)
    }
    setBusy(false)
    setAsking(false)
  }

  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <div>
        <h3 className="font-medium text-ink">Recovery codes</h3>
        <p className="text-sm text-ink-muted">
          {data === undefined ? 'For when your device is lost.' : `${data.left} left, for when your device is lost.`}
          {data !== undefined && data.left <= FEW && ' Make new ones soon.'}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        New recovery codes
      </Button>
      {asking && (
        <ConfirmDialog
          title="Make new recovery codes?"
          message="You get ten new codes. The ones you have now will stop working."
          confirmLabel="Make new codes"
          cancelLabel="Cancel"
          variant="primary"
          busy={busy}
          onConfirm={() => void renew()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}

interface RecoveryCodesDialogProps {
  codes: string[]
  onClose: () => void
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** For a lost device; shown once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [asking, setAsking] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <Modal title="Your recovery codes" onClose={() => setAsking(true)}>
      <ModalBody className="flex flex-col gap-4">
        <p className="text-ink-muted">
          If your device is lost, each of these signs you in once instead. Keep them somewhere only you can find them: we do not show them
          again.
        </p>
        <CopyText text={text} label="Copy codes" />
        <Button variant="secondary" size="sm" onClick={() => download('recovery-codes.txt', text)} className="self-start">
          <Icon name="download" className="size-4" />
          Download codes
        </Button>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose} data-autofocus>
          I have saved them
        </Button>
      </ModalFooter>
      {asking && (
        <ConfirmDialog
          title="Have you saved the codes?"
          message="We cannot show them again. Without your device and without a code you cannot sign in."
          confirmLabel="I have saved them"
          cancelLabel="Back to the codes"
          variant="primary"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Modal>
  )
}
