import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { Form } from '~/components/form/form'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { notifySuccess } from '~/components/ui/notify'
import { ownBuyerInput, type Buyer } from '~/contracts/billing/buyers'
import type { FieldDescription } from '~/contracts/field-description'
import { addressDoubt } from '~/lib/postcode-doubt'
import { countryOptions } from '~/lib/countries'
import { printDoubt } from '~/lib/printable'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'

/** The case of a link, or the customer's own account. */
export type BuyerSource = { token: string } | 'own'

const schema = ownBuyerInput.omit({ version: true })
type Draft = z.input<typeof schema>
type Details = z.output<typeof schema>

const fields = {
  fullName: { label: 'Full name', kind: 'line', doubt: printDoubt },
  company: { label: 'Company (optional)', kind: 'line', doubt: printDoubt },
  billingAddress: {
    label: 'Billing address',
    kind: 'text',
    rows: 4,
    wide: true,
    doubt: addressDoubt,
    hint: 'Street, town and postcode, each on a line.',
  },
  country: { label: 'Country', kind: 'line', options: countryOptions },
  vatNumber: { label: 'VAT number (optional)', kind: 'line', hint: 'With the letters of its country, such as GB980780684.' },
  isBusiness: { label: 'I buy as a business', kind: 'flag' },
} satisfies Partial<Record<keyof Draft, FieldDescription>>

const draftOf = (buyer: Buyer): Draft => ({
  isBusiness: buyer.isBusiness,
  fullName: buyer.fullName ?? '',
  company: buyer.company ?? '',
  billingAddress: buyer.billingAddress ?? '',
  postalAddress: buyer.postalAddress,
  country: buyer.country,
  vatNumber: buyer.vatNumber ?? '',
})

interface BuyerSectionProps {
  source: BuyerSource
  lead: string
  onSaved?: () => void
}

/** Keeps the typed text if saving fails. */
export const BuyerSection = ({ source, ...rest }: BuyerSectionProps) =>
  source === 'own' ? <OwnBuyer {...rest} /> : <LinkedBuyer token={source.token} {...rest} />

type Rest = Omit<BuyerSectionProps, 'source'>

function OwnBuyer(rest: Rest) {
  const utils = trpc.useUtils()
  const query = trpc.invoices.ownBuyer.useQuery()
  const save = trpc.invoices.saveOwnBuyer.useMutation()
  return (
    <BuyerForm
      {...rest}
      query={query}
      save={async (details) => {
        utils.invoices.ownBuyer.setData(undefined, await save.mutateAsync(details))
      }}
    />
  )
}

function LinkedBuyer({ token, ...rest }: Rest & { token: string }) {
  const utils = trpc.useUtils()
  const query = trpc.invoices.buyerOfCase.useQuery({ token })
  const save = trpc.invoices.saveBuyerOfCase.useMutation()
  // Only the owner of an account sees and changes its details, not the holder of a link.
  if (query.data?.isKnown && query.data.billingAddress === null)
    return (
      <div className="flex flex-col items-start gap-4">
        <p className="text-sm text-ink-muted">We have your billing details. Sign in to see or change them.</p>
        <LinkButton href={`${paths.account}/invoices`} variant="secondary" size="sm">
          Sign in
        </LinkButton>
      </div>
    )
  return (
    <BuyerForm
      {...rest}
      query={query}
      save={async (details) => {
        utils.invoices.buyerOfCase.setData({ token }, await save.mutateAsync({ token, ...details }))
      }}
    />
  )
}

interface BuyerFormProps extends Rest {
  query: { data: Buyer | undefined; isError: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** @throws the server's refusal */
  save: (details: Details & { version?: number }) => Promise<void>
}

function BuyerForm({ query, save, lead, onSaved }: BuyerFormProps) {
  const { data } = query
  if (!data)
    return query.isError ? <LoadFailure message="Your billing details could not be loaded" query={query} /> : <Skeleton className="h-64" />
  return (
    <Form
      schema={schema}
      defaultValues={draftOf(data)}
      onSubmit={async (details) => {
        await save({ ...details, ...(data.version > 0 && { version: data.version }) })
        notifySuccess('Your billing details are saved')
        onSaved?.()
      }}
      onFailure={failureToast('Your billing details were not saved')}
      className="flex flex-col gap-4"
    >
      {(form) => (
        <>
          <p className="text-sm text-ink-muted">{lead}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <DescribedFields control={form.control} fields={fields} />
          </div>
          <Button type="submit" className="self-start" busy={form.formState.isSubmitting}>
            Save billing details
          </Button>
        </>
      )}
    </Form>
  )
}
