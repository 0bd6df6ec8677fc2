import type { ReactNode } from 'react'
import { DescribedFields } from '~/components/form/described-fields'
import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import { isTextedTo } from '~/contracts/cases/emails'
import { caseEmailInput, type CaseEmailText, type QuotePreview } from '~/contracts/cases/estimates'
import { EmailDialog, emailFields, textFields, type EmailPreview } from './email-dialog'

interface SendQuoteDialogProps {
  title: string
  preview: EmailPreview<QuotePreview>
  isBusy: boolean
  sendLabel: string
  about: ReactNode
  /** Replaces the email if there is none to change. */
  instead: (preview: QuotePreview) => { body: ReactNode; label: string; work: () => Promise<void> } | false
  /** @param email null for none, since the customer knows already */
  onSend: (email: CaseEmailText | null) => Promise<void>
  onFailure: (error: unknown) => void
  onClose: () => void
}

export function SendQuoteDialog({ isBusy, sendLabel, about, instead, onSend, ...dialog }: SendQuoteDialogProps) {
  const { onFailure, onClose } = dialog
  return (
    <EmailDialog
      {...dialog}
      schema={caseEmailInput}
      draftOf={({ subject, body }) => ({ subject, body })}
      onSubmit={onSend}
      instead={(preview) => {
        const other = instead(preview)
        return (
          other && (
            <>
              <ModalBody className="flex flex-col gap-4">{other.body}</ModalBody>
              <ModalFooter>
                <Button variant="secondary" onClick={onClose}>
                  Cancel
                </Button>
                <Button busy={isBusy} onClick={() => void other.work().catch(onFailure)}>
                  {other.label}
                </Button>
              </ModalFooter>
            </>
          )
        )
      }}
    >
      {(form, { recipient }, close) => (
        <>
          <ModalBody className="flex flex-col gap-5">
            <p className="text-sm text-ink-muted">
              To <span className="font-medium wrap-anywhere text-ink">{recipient}</span>
              {about}
            </p>
            <DescribedFields control={form.control} fields={recipient !== null && isTextedTo(recipient) ? textFields : emailFields} />
          </ModalBody>
          <ModalFooter>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button variant="secondary" disabled={isBusy} onClick={() => void onSend(null).catch(onFailure)}>
              {recipient !== null && isTextedTo(recipient) ? 'Without text' : 'Without email'}
            </Button>
            <Button type="submit" busy={isBusy}>
              {sendLabel}
            </Button>
          </ModalFooter>
        </>
      )}
    </EmailDialog>
  )
}
