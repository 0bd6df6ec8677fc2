import { useState } from 'react'
import * as z from 'zod'
import { DetailList } from '~/components/admin-list/detail-list'
import { DescribedFields } from '~/components/form/described-fields'
import { FormDialog } from '~/components/form/form-dialog'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { buyerInput, typedDays, type Buyer, type VatNumberState } from '~/contracts/billing/buyers'
import { addressDoubt } from '~/lib/postcode-doubt'
import { countryOptions } from '~/lib/countries'
import { printDoubt } from '~/lib/printable'
import { trpc } from '~/trpc/client'

/** Form values are texts. */
const schema = buyerInput.omit({ userId: true, version: true }).extend({
  termsDays: z.union([z.literal('').transform(() => null), typedDays]),
})

const fields = {
  isBusiness: { kind: 'flag', label: 'Business', hint: 'Owes interest on what it pays late' },
  fullName: { kind: 'line', label: 'Name', doubt: printDoubt },
  company: { kind: 'line', label: 'Company', doubt: printDoubt },
  billingAddress: { kind: 'text', label: 'Billing address', rows: 4, doubt: addressDoubt },
  postalAddress: { kind: 'text', label: 'Postal address', hint: 'Empty: the same', rows: 4, doubt: addressDoubt },
  country: { kind: 'line', label: 'Country', options: countryOptions },
  vatNumber: { kind: 'line', label: 'VAT number' },
  termsDays: { kind: 'count', label: 'Days to pay', hint: 'Empty: as the shop’s terms say' },
} as const

const checks: Record<VatNumberState, { label: string; tone: Tone } | null> = {
  unchecked: null,
  valid: { label: 'Checked', tone: 'success' },
  invalid: { label: 'Not valid', tone: 'danger' },
  unknown: { label: 'Could not be checked', tone: 'neutral' },
}

export function BuyerSection({ userId, mayWrite }: { userId: string; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false)
  const buyer = trpc.invoices.buyer.useQuery({ userId })
  return (
    <div id="billing">
      <RecordSection
        title="Billing details"
        actions={
          mayWrite &&
          buyer.data && (
            <Button variant="secondary" size="sm" aria-label="Edit billing details" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )
        }
      >
        <div className="p-5 sm:px-6">
          {buyer.data && <Details buyer={buyer.data} />}
          {buyer.isError && !buyer.data && <LoadFailure message="Failed to fetch billing details" query={buyer} />}
          {!buyer.data && !buyer.isError && <Skeleton className="h-24" />}
        </div>
      </RecordSection>
      {editing && buyer.data && <EditDialog buyer={buyer.data} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Details({ buyer }: { buyer: Buyer }) {
  const { fullName, company, billingAddress, postalAddress, country, vatNumber, vatNumberState, termsDays, isBusiness } = buyer
  const check = checks[vatNumberState]
  return (
    <DetailList
      items={[
        { label: 'Name', value: [company, fullName].filter(Boolean).join('\n') || 'Not known' },
        { label: 'Kind', value: isBusiness ? 'Business' : 'Private' },
        { label: 'Billing address', value: billingAddress ?? 'Not known', wide: true },
        ...(postalAddress === null ? [] : [{ label: 'Postal address', value: postalAddress, wide: true }]),
        { label: 'Country', value: countryOptions().find(({ value }) => value === country)?.label ?? country },
        {
          label: 'VAT number',
          value:
            vatNumber === null ? (
              'None'
            ) : (
              <>
                {vatNumber} {check && <Badge tone={check.tone}>{check.label}</Badge>}
              </>
            ),
        },
        { label: 'Days to pay', value: termsDays === null ? 'As the shop’s terms say' : String(termsDays) },
      ]}
    />
  )
}

function EditDialog({ buyer, onClose }: { buyer: Buyer; onClose: () => void }) {
  const utils = trpc.useUtils()
  const save = trpc.invoices.saveBuyer.useMutation()
  const { userId, version, termsDays } = buyer
  const text = (value: string | null) => value ?? ''
  return (
    <FormDialog
      title="Billing details"
      className="max-w-2xl"
      bodyClassName="grid gap-5 sm:grid-cols-2"
      schema={schema}
      defaultValues={{
        isBusiness: buyer.isBusiness,
        fullName: text(buyer.fullName),
        company: text(buyer.company),
        billingAddress: text(buyer.billingAddress),
        postalAddress: text(buyer.postalAddress),
        country: buyer.country,
        vatNumber: text(buyer.vatNumber),
        termsDays: termsDays === null ? '' : String(termsDays),
      }}
      onSubmit={async (values) => {
        await save.mutateAsync({ userId, ...values, ...(version > 0 && { version }) })
        notifySuccess('Billing details saved')
        await utils.invoices.invalidate()
        onClose()
      }}
      onFailure={(error) => {
        const changed = 'Somebody else has changed them in the meantime. Close this and look at them again.'
        notifyError('Failed to save billing details', error, isConflict(error) ? changed : serverMessage(error))
      }}
      onClose={onClose}
      submitLabel="Save"
    >
      {({ control }) => <DescribedFields control={control} fields={fields} />}
    </FormDialog>
  )
}
