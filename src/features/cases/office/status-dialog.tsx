import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormState } from 'react-hook-form'
import type * as z from 'zod'
import { EmailDialog, emailFields } from '~/features/cases/office/parts/email-dialog'
import { DescribedFields } from '~/components/form/described-fields'
import type { ZodForm } from '~/components/form/form'
import { FormFooter } from '~/components/form/form-dialog'
import { serverMessage } from '~/components/form/server-errors'
import { Checkbox } from '~/components/ui/checkbox'
import { ModalBody } from '~/components/ui/modal'
import { notifyError } from '~/components/ui/notify'
import { caseDocumentLabels } from '~/contracts/cases/documents'
import { isSentBack, statusChangeInput, type NoRecipient, type StatusEmailPreview } from '~/contracts/cases/emails'
import { carrierNames } from '~/contracts/cases/carriers'
import type { StatusChange } from '~/lib/status-change'
import { formatDateTime } from '~/lib/date-text'
import { capitalised } from '~/lib/text'
import { trpc } from '~/trpc/client'

type Draft = z.input<typeof statusChangeInput>
type Values = z.output<typeof statusChangeInput>

const parcelFields = {
  carrier: { kind: 'line', label: 'Carrier', hint: `${carrierNames.join(', ')} are linked; any other is named.` },
  trackingNumber: { kind: 'line', label: 'Tracking number' },
} as const

const unsent: Record<NoRecipient, string> = {
  no_customer: 'This case has no customer, so no email is sent.',
  bad_address: 'The customer’s address is no email address, so no email is sent.',
}

/** A new status of a case, with what its customer is written about it: to look at and to change before either is saved. */
export function StatusDialog({ of, status, parcel, save, onClose }: StatusChange) {
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState(parcel)
  const [sends, setSends] = useState<boolean>()
  const [saving, setSaving] = useState(false)
  const isParcel = isSentBack(status)
  const input = (way: typeof parcel) => ({ ...of, status, ...(isParcel && way) })
  const preview = trpc.cases.previewStatusEmail.useQuery(input(asked), { gcTime: 0, placeholderData: keepPreviousData, enabled: !saving })
  const { data } = preview
  const isSent = data?.recipient !== null && (sends ?? data?.isEnabled ?? false)

  const submit = async ({ subject, body, carrier, trackingNumber }: Values, form: ZodForm<Draft, Values>) => {
    setSaving(true)
    try {
      const way = { carrier: carrier ?? null, trackingNumber: trackingNumber ?? null }
      const { dirtyFields } = form.formState
      // A text that nobody has changed names the parcel as it was typed last.
      const isUsual = dirtyFields.subject !== true && dirtyFields.body !== true
      const text =
        isSent && isUsual && isParcel ? await utils.cases.previewStatusEmail.fetch(input(way), { staleTime: 0 }) : { subject, body }
      await save({ email: isSent && { subject: text.subject, body: text.body }, ...(isParcel && way) })
      onClose()
    } finally {
      setSaving(false)
    }
  }
  return (
    <EmailDialog
      title={`Change status to ${capitalised(status)}`}
      preview={preview}
      schema={statusChangeInput}
      draftOf={({ subject, body }) => ({
        subject,
        body,
        carrier: parcel.carrier ?? '',
        trackingNumber: parcel.trackingNumber ?? '',
      })}
      onSubmit={submit}
      onFailure={(error) => notifyError('Failed to change status', error, serverMessage(error))}
      onClose={onClose}
    >
      {(form, shown, close) => (
        <>
          <UsualText form={form} preview={shown} />
          <ModalBody className="flex flex-col gap-5">
            {isParcel && (
              <div
                className="grid gap-5 sm:grid-cols-2"
                onBlur={() => {
                  const { carrier, trackingNumber } = form.getValues()
                  setAsked({ carrier: carrier || null, trackingNumber: trackingNumber || null })
                }}
              >
                <DescribedFields control={form.control} fields={parcelFields} />
              </div>
            )}
            {shown.recipient === null ? (
              <p className="text-sm text-ink-muted">{unsent[shown.missing ?? 'no_customer']}</p>
            ) : (
              <>
                <label className="flex items-center gap-2 text-sm font-medium text-ink">
                  <Checkbox checked={isSent} onChange={(event) => setSends(event.target.checked)} />
                  Send email
                </label>
                {shown.writtenAt && (
                  <p className="text-sm text-ink-muted">The customer was written about this status on {formatDateTime(shown.writtenAt)}.</p>
                )}
                {isSent && (
                  <>
                    <p className="text-sm text-ink-muted">
                      To <span className="font-medium wrap-anywhere text-ink">{shown.recipient}</span>
                      {shown.document && `, with the ${caseDocumentLabels[shown.document].toLowerCase()} as PDF`}
                    </p>
                    <DescribedFields control={form.control} fields={emailFields} />
                  </>
                )}
              </>
            )}
          </ModalBody>
          <FormFooter onCancel={close} busy={saving}>
            Change Status
          </FormFooter>
        </>
      )}
    </EmailDialog>
  )
}

/** Keeps the text as the preview has it, unless somebody has changed it. */
function UsualText({ form, preview: { subject, body } }: { form: ZodForm<Draft, Values>; preview: StatusEmailPreview }) {
  const { control, resetField } = form
  const { dirtyFields } = useFormState({ control })
  const isUsual = dirtyFields.subject !== true && dirtyFields.body !== true
  useEffect(() => {
    if (!isUsual) return
    resetField('subject', { defaultValue: subject })
    resetField('body', { defaultValue: body })
  }, [isUsual, subject, body, resetField])
  return null
}
