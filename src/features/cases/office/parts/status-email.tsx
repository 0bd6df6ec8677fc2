import { useEffect } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { DescribedFields } from '~/components/form/described-fields'
import { Checkbox } from '~/components/ui/checkbox'
import { caseDocumentLabels } from '~/contracts/cases/documents'
import { isTextedTo, type NoRecipient, type StatusEmailPreview } from '~/contracts/cases/emails'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { formatDateTime } from '~/lib/date-text'
import { emailFields, textFields } from './email-dialog'

const unsent: Record<NoRecipient, string> = {
  no_customer: 'This case has no customer, so no email is sent.',
  no_address:
    'The customer has no email address, and no mobile number that gets texts, so nothing is sent. Call them, and print what they need.',
  bad_address: 'The customer’s address is no email address, so no email is sent.',
}

interface StatusEmailProps {
  preview: StatusEmailPreview
  isSent: boolean
  onSends: (sends: boolean) => void
}

export function StatusEmail({ preview, isSent, onSends }: StatusEmailProps) {
  const { control } = useFormContext<CaseEmailText>()
  if (preview.recipient === null) return <p className="text-sm text-ink-muted">{unsent[preview.missing ?? 'no_customer']}</p>
  const isText = isTextedTo(preview.recipient)
  return (
    <>
      <UsualText preview={preview} />
      <label className="flex items-center gap-2 text-sm font-medium text-ink">
        <Checkbox checked={isSent} onChange={(event) => onSends(event.target.checked)} />
        {isText ? 'Send text message' : 'Send email'}
      </label>
      {preview.writtenAt && (
        <p className="text-sm text-ink-muted">The customer was written about this status on {formatDateTime(preview.writtenAt)}.</p>
      )}
      {isSent && (
        <>
          <p className="text-sm text-ink-muted">
            To <span className="font-medium wrap-anywhere text-ink">{preview.recipient}</span>
            {preview.document && !isText && `, with the ${caseDocumentLabels[preview.document].toLowerCase()} as PDF`}
          </p>
          <DescribedFields control={control} fields={isText ? textFields : emailFields} />
        </>
      )}
    </>
  )
}

/** Follows the preview until the text is edited. */
function UsualText({ preview: { subject, body } }: Pick<StatusEmailProps, 'preview'>) {
  const { control, resetField } = useFormContext<CaseEmailText>()
  const { dirtyFields } = useFormState({ control })
  const isUsual = dirtyFields.subject !== true && dirtyFields.body !== true
  useEffect(() => {
    if (!isUsual) return
    resetField('subject', { defaultValue: subject })
    resetField('body', { defaultValue: body })
  }, [isUsual, subject, body, resetField])
  return null
}
