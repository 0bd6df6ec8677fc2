import { statusLabels } from '~/lib/status-labels'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { EmailDialog } from '~/features/cases/office/parts/email-dialog'
import { StatusEmail } from '~/features/cases/office/parts/status-email'
import { DescribedFields } from '~/components/form/described-fields'
import type { ZodForm } from '~/components/form/form'
import { FormFooter } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { ModalBody } from '~/components/ui/modal'
import { isSentBack, shippingChangeInput, statusChangeInput } from '~/contracts/cases/emails'
import { carrierNames, parcelHint, parcelPage } from '~/contracts/carriers'
import { carrierOfNumber } from '~/contracts/parcel-numbers'
import { ParcelHint } from '~/components/ui/parcel-link'
import type { FieldDescription } from '~/contracts/field-description'
import { addressDoubt } from '~/lib/postcode-doubt'
import type { StatusChange } from '~/lib/status-change'
import { trpc } from '~/trpc/client'

type Draft = z.input<typeof shippingChangeInput>
type Values = z.output<typeof shippingChangeInput>

const parcelFields = {
  carrier: { kind: 'line', label: 'Carrier', hint: `Parcels of ${carrierNames.join(', ')} get a link to follow them.` },
  trackingNumber: { kind: 'line', label: 'Tracking number' },
  returnAddress: { kind: 'text', label: 'Goes to', rows: 3, wide: true, doubt: addressDoubt },
} as const satisfies Partial<Record<keyof Draft, FieldDescription>>

/** Null if nothing is missing. */
function missingOfParcel({ carrier, trackingNumber, returnAddress }: Pick<Draft, keyof typeof parcelFields>): string | null {
  const isParcel = Boolean(carrier?.trim() || trackingNumber?.trim())
  const missing = [
    ...(returnAddress?.trim() ? [] : ['the address']),
    ...(carrier?.trim() ? [] : ['the carrier']),
    ...(trackingNumber?.trim() ? [] : ['the tracking number']),
  ]
  if (missing.length === 0) return null
  const words = `Missing: ${missing.join(', ')}.`
  return isParcel ? words : `${words} Leave them out only where the customer collects it.`
}

function Missing({ control }: Pick<ZodForm<Draft, Values>, 'control'>) {
  const [carrier, trackingNumber, returnAddress] = useWatch({ control, name: ['carrier', 'trackingNumber', 'returnAddress'] })
  const missing = missingOfParcel({ carrier, trackingNumber, returnAddress })
  return (
    <p role="status" className="text-sm text-warn-ink empty:hidden sm:col-span-2">
      {missing}
    </p>
  )
}

function TypedParcel({ control }: Pick<ZodForm<Draft, Values>, 'control'>) {
  const [carrier = null, trackingNumber = null] = useWatch({ control, name: ['carrier', 'trackingNumber'] })
  return (
    <div className="sm:col-span-2">
      <ParcelHint hint={parcelHint({ carrier, trackingNumber })} page={parcelPage({ carrier, trackingNumber })} />
    </div>
  )
}

/** A new status with its email, previewed and edited before both are saved. */
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

  const submit = async ({ subject, body, carrier, trackingNumber, returnAddress }: Values, form: ZodForm<Draft, Values>) => {
    setSaving(true)
    try {
      const way = { carrier: carrier ?? null, trackingNumber: trackingNumber ?? null }
      const { dirtyFields } = form.formState
      // An unedited text takes the parcel as typed last.
      const isUsual = dirtyFields.subject !== true && dirtyFields.body !== true
      const text =
        isSent && isUsual && isParcel ? await utils.cases.previewStatusEmail.fetch(input(way), { staleTime: 0 }) : { subject, body }
      await save({ email: isSent && { subject: text.subject, body: text.body }, ...(isParcel && { ...way, returnAddress }) })
      onClose()
    } finally {
      setSaving(false)
    }
  }
  return (
    <EmailDialog
      title={`Change status to ${statusLabels[status]}`}
      preview={preview}
      schema={isParcel ? shippingChangeInput : statusChangeInput}
      draftOf={({ subject, body, returnAddress }) => ({
        subject,
        body,
        carrier: parcel.carrier ?? '',
        trackingNumber: parcel.trackingNumber ?? '',
        returnAddress: returnAddress ?? '',
      })}
      onSubmit={submit}
      onFailure={failureToast('Failed to change status')}
      onClose={onClose}
    >
      {(form, shown, close) => (
        <>
          <ModalBody className="flex flex-col gap-5">
            {isParcel && (
              <div
                className="grid gap-5 sm:grid-cols-2"
                onBlur={() => {
                  const { carrier: named, trackingNumber } = form.getValues()
                  const carrier = named || carrierOfNumber(trackingNumber ?? '')
                  if (carrier && !named) form.setValue('carrier', carrier, { shouldDirty: true })
                  setAsked({ carrier: carrier || null, trackingNumber: trackingNumber || null })
                }}
              >
                <DescribedFields control={form.control} fields={parcelFields} />
                <TypedParcel control={form.control} />
                <Missing control={form.control} />
              </div>
            )}
            <StatusEmail preview={shown} isSent={isSent} onSends={setSends} />
          </ModalBody>
          <FormFooter onCancel={close} busy={saving}>
            Change status
          </FormFooter>
        </>
      )}
    </EmailDialog>
  )
}
