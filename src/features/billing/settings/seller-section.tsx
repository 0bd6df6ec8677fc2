import { OfficeLink } from '~/components/admin-list/office-link'
import type * as z from 'zod'
import { DateText } from '~/components/admin-list/cells'
import { DescribedFields } from '~/components/form/described-fields'
import { FormNote } from '~/components/form/form-note'
import { VersionedSection } from '~/components/form/versioned-section'
import { adminPaths } from '~/components/layouts/admin-nav'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { notifySuccess } from '~/components/ui/notify'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { payeeLabels, payeeText, sellerForm, type Seller, type WaitingPayee } from '~/contracts/billing/seller'
import type { FieldDescription, FieldDescriptions } from '~/contracts/field-description'
import { keysOf, recordOf } from '~/contracts/keys'
import { addressDoubt } from '~/lib/postcode-doubt'
import { printDoubt } from '~/lib/printable'
import { trpc } from '~/trpc/client'

type Draft = z.input<typeof sellerForm>

const seller = {
  legalName: { label: 'Legal name', kind: 'line', doubt: printDoubt, hint: 'Empty: the company’s name of the site.' },
  address: { label: 'Address', kind: 'text', doubt: addressDoubt, rows: 4, hint: 'Empty: the company’s address of the site.' },
  companyNumber: {
    label: 'Company number',
    kind: 'line',
    hint: 'As Companies House has it, eight digits, or two letters and six: every email must name it.',
  },
  vatNumber: { label: 'VAT number', kind: 'line', hint: 'Without a VAT number invoices show no VAT.' },
  registeredOffice: { label: 'Registered office', kind: 'line', wide: true, hint: 'Empty: the company’s address of the site.' },
} satisfies Partial<Record<keyof Draft, FieldDescription>>
const bank = {
  accountName: { label: payeeLabels.accountName, kind: 'line', hint: 'Empty: the legal name.' },
  bankName: { label: payeeLabels.bankName, kind: 'line' },
  iban: { label: payeeLabels.iban, kind: 'line', hint: 'Such as GB33 BUKB 2020 1555 5555 55.' },
  bic: { label: payeeLabels.bic, kind: 'line', hint: 'Eight or eleven characters, such as BUKBGB22.' },
  sortCode: { label: payeeLabels.sortCode, kind: 'line', hint: 'Six digits, such as 20-20-15.' },
  accountNumber: { label: payeeLabels.accountNumber, kind: 'line', hint: 'Eight digits.' },
} satisfies Partial<Record<keyof Draft, FieldDescription>>
const terms = {
  termsDays: {
    label: 'Payment terms (days)',
    kind: 'count',
    hint: 'From the day of issue until an invoice is due; a customer may have their own.',
  },
  cashLimit: { label: 'Most cash for one invoice', kind: 'euro', hint: 'Below €10,000 (Money Laundering Regulations 2017).' },
} satisfies Partial<Record<keyof Draft, FieldDescription>>
const deposits = recordOf(repairServiceIds, (service): FieldDescription => ({
  label: `${repairServices[service].label} (%)`,
  kind: 'count',
  max: 100,
}))
const fields: FieldDescriptions<Draft> = { ...seller, ...bank, ...terms, ...deposits }

const draftOf = ({ version, deposits: percents, ...details }: Seller) => ({
  version,
  values: {
    ...recordOf([...keysOf(seller), ...keysOf(bank)], (name) => details[name] ?? ''),
    termsDays: String(details.termsDays),
    cashLimit: String(details.cashLimit),
    ...recordOf(repairServiceIds, (service) => String(percents[service] ?? 0)),
  },
})

/** Moves deposits into a record, without services that have none. */
function inputOf(values: Draft, version: number) {
  const { hashboard, control_board, power_supply, other, ...details } = sellerForm.parse(values)
  const percents = Object.entries({ hashboard, control_board, power_supply, other }).filter(([, percent]) => percent > 0)
  return { ...details, deposits: Object.fromEntries(percents), version }
}

export function SellerSection() {
  const utils = trpc.useUtils()
  const query = trpc.invoices.seller.useQuery()
  const save = trpc.invoices.saveSeller.useMutation()
  if (query.isError) return <LoadFailure message="The seller’s details could not be loaded" query={query} />
  if (!query.data) return <Skeleton className="h-96" />
  return (
    <VersionedSection<Draft>
      title="Seller"
      subject="the seller’s details"
      schema={sellerForm}
      fields={fields}
      stored={draftOf(query.data)}
      save={async (values, version) => {
        const saved = await save.mutateAsync(inputOf(values, version))
        utils.invoices.seller.setData(undefined, saved)
        if (saved.waiting) notifySuccess('The other account waits for a second administrator')
        return draftOf(saved)
      }}
      reload={async () => draftOf(await utils.invoices.seller.fetch(undefined, { staleTime: 0 }))}
      saveLabel="Save seller"
      saved="Seller saved"
      failed="The seller’s details were not saved"
    >
      {({ control }) => (
        <div className="flex flex-col gap-6">
          <p className="text-sm text-ink-muted">
            New invoices, emails, the footer and the legal pages have these details. Issued invoices stay as they are.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <DescribedFields control={control} fields={seller} />
          </div>
          <fieldset>
            <legend className="mb-3 font-semibold text-ink">Bank account</legend>
            <p className="mb-3 text-sm text-ink-muted">
              Without bank details customers can only pay by card. Another account waits for a second administrator, and all administrators
              get an email; until then invoices name the former one. Everything else here counts at once.
            </p>
            {query.data.waiting && <Waiting waiting={query.data.waiting} />}
            <div className="grid gap-5 sm:grid-cols-2">
              <DescribedFields control={control} fields={bank} />
            </div>
          </fieldset>
          <fieldset>
            <legend className="mb-3 font-semibold text-ink">Terms</legend>
            <div className="grid gap-5 sm:grid-cols-2">
              <DescribedFields control={control} fields={terms} />
            </div>
          </fieldset>
          <fieldset>
            <legend className="mb-3 font-semibold text-ink">Deposits</legend>
            <p className="mb-3 text-sm text-ink-muted">So much of an accepted estimate is billed before the work begins. 0: no deposit.</p>
            <div className="grid gap-5 sm:grid-cols-2">
              <DescribedFields control={control} fields={deposits} />
            </div>
          </fieldset>
        </div>
      )}
    </VersionedSection>
  )
}

/** A change of account that awaits approval. */
const Waiting = ({ waiting: { payee, by, at } }: { waiting: WaitingPayee }) => (
  <div className="mb-3">
    <FormNote tone="warn">
      Waits for a second administrator: {payeeText(payee)}. Asked for by {by ?? 'somebody whose account is gone'}, <DateText at={at} />.{' '}
      <OfficeLink href={adminPaths.approvals} className="font-medium underline underline-offset-4">
        Approvals
      </OfficeLink>
    </FormNote>
  </div>
)
