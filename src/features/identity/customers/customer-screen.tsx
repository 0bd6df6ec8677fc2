import { OfficeLink } from '~/components/admin-list/office-link'
import { phoneLink } from '~/lib/phone-link'
import { useContext, useState } from 'react'
import { DateText, useMay, ViewerContext } from '~/components/admin-list/cells'
import { failureToast, useAction } from '~/components/form/use-action'
import { adminPaths } from '~/components/layouts/admin-nav'
import { RecordPageFrame, RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { whyNotChange } from '~/contracts/identity/account-access'
import type { CustomerProfile, StandingMerge } from '~/contracts/identity/customers'
import { languageName } from '~/contracts/languages'
import { BuyerSection, CustomerInvoices } from '~/features/billing/bill-parts'
import { contactOfCustomer, nameOfCustomer } from '~/lib/customer-name'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { CustomerCredit, CustomerMessages, CustomerOrders, CustomerRepairs, CustomerSessions, CustomerTradeIns } from './customer-records'

/** Customers merged into this one, and a way to undo it. */
function StandingMerges({ merges, mayChange }: { merges: readonly StandingMerge[]; mayChange: boolean }) {
  const utils = trpc.useUtils()
  const unmerge = useAction(trpc.customers.unmerge.useMutation({ onSettled: () => utils.invalidate() }), {
    done: 'The two are customers of their own again',
    failed: 'Failed to undo the merge',
  })
  if (merges.length === 0) return null
  return (
    <RecordSection title="Merged into this customer">
      <ul className="divide-y divide-line text-sm">
        {merges.map(({ userId, name, mergedAt, mergedBy, undoUntil }) => (
          <li key={userId} className="flex flex-col gap-1 px-5 py-4 sm:px-6">
            <span className="font-medium wrap-anywhere text-ink">{name}</span>
            <span className="wrap-anywhere text-ink-muted">
              <DateText at={mergedAt} />
              {mergedBy !== null && ` by ${mergedBy}`}
            </span>
            {undoUntil !== null && mayChange && (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-subtle">
                <Button variant="secondary" size="sm" busy={unmerge.busy} onClick={() => void unmerge.run({ id: userId })}>
                  Undo the merge
                </Button>
                <span>
                  Until <DateText at={undoUntil} />
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

const CorrectDialog = onDemand(() => import('./correct-dialog').then((module) => module.CorrectDialog))
const MergeDialog = onDemand(() => import('./merge-dialog').then((module) => module.MergeDialog))
const AddEmailDialog = onDemand(() => import('./add-email-dialog').then((module) => module.AddEmailDialog))

/** Everything about a customer that the reader may see. @param id of the user */
export function CustomerScreen({ id }: { id: string }) {
  const may = useMay()
  const query = trpc.customers.byId.useQuery({ id })
  const sees = (router: string) => may(router, 'read')
  return (
    <RecordPageFrame
      query={query}
      list={{ href: adminPaths.users, name: 'User Management' }}
      number="Customer"
      missing="There is no such customer."
      failed="Failed to fetch the customer"
    >
      {(customer) => (
        <>
          <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere text-ink">{nameOfCustomer(customer)}</h1>
                <p className="flex flex-wrap gap-2">
                  {customer.role === 'admin' && <Badge tone="accent">Admin</Badge>}
                  <AccountBadge customer={customer} />
                </p>
              </div>
              <p className="mt-1 wrap-anywhere text-ink-muted">{contactOfCustomer(customer)}</p>
            </div>
            {may('customers', 'write') && <Corrections customer={customer} />}
          </div>
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="flex min-w-0 flex-col gap-6 lg:order-last">
              <Contact customer={customer} mayChange={may('customers', 'write')} />
              <Addresses customer={customer} />
              <StandingMerges merges={customer.merges} mayChange={may('customers', 'write')} />
              {sees('invoices') && <BuyerSection userId={id} mayWrite={may('invoices', 'write')} />}
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              {sees('repairs') && <CustomerRepairs id={id} />}
              {sees('tradeIns') && <CustomerTradeIns id={id} />}
              {sees('orders') && <CustomerOrders id={id} />}
              {sees('invoices') && <CustomerInvoices id={id} />}
              {sees('cases') && <CustomerMessages id={id} />}
              {sees('credit') && <CustomerCredit id={id} search={customer.email ?? customer.fullName ?? ''} />}
              {sees('users') && <CustomerSessions id={id} />}
            </div>
          </div>
        </>
      )}
    </RecordPageFrame>
  )
}

/** Buttons; a disabled one explains itself. */
function Corrections({ customer }: { customer: CustomerProfile }) {
  const { userId, isLimited } = useContext(ViewerContext)
  const whyNot = whyNotChange({ userId, isLimited, isProgram: false }, customer, 'address')
  const [open, setOpen] = useState<'correct' | 'merge'>()
  const close = () => setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" disabled={whyNot !== null} title={whyNot ?? undefined} onClick={() => setOpen('correct')}>
        Correct
      </Button>
      {customer.role === 'customer' && (
        <Button variant="secondary" size="sm" onClick={() => setOpen('merge')}>
          Merge
        </Button>
      )}
      {open === 'correct' && <CorrectDialog customer={customer} onClose={close} />}
      {open === 'merge' && <MergeDialog customer={customer} onClose={close} />}
    </div>
  )
}

function AccountBadge({ customer: { email, hasAccount } }: { customer: CustomerProfile }) {
  if (email === null) return <Badge tone="warn">No email address</Badge>
  return hasAccount ? <Badge tone="success">Has an account</Badge> : <Badge>No password yet</Badge>
}

const contact = 'block min-h-6 wrap-anywhere text-ink underline-offset-4 hover:underline'

function Contact({ customer, mayChange }: { customer: CustomerProfile; mayChange: boolean }) {
  const { userId: id, email, isEmailVerified, pendingEmail, phone, language, createdAt } = customer
  const { userId, isLimited } = useContext(ViewerContext)
  const whyNot = whyNotChange({ userId, isLimited, isProgram: false }, customer, 'address')
  const [adding, setAdding] = useState(false)
  const utils = trpc.useUtils()
  const add = trpc.customers.addEmail.useMutation({ onSettled: () => utils.customers.invalidate() })
  return (
    <RecordSection title="Contact">
      <address className="flex flex-col gap-1 p-5 text-sm not-italic sm:px-6">
        {phone ? (
          <a href={phoneLink(phone)} className={contact}>
            {phone}
          </a>
        ) : (
          <span className="text-ink-subtle">No phone number</span>
        )}
        {email ? (
          <a href={`mailto:${email}`} className={contact}>
            {email}
          </a>
        ) : (
          <span className="text-ink-muted">Known by phone alone: nothing is emailed. Call them, and print what they need.</span>
        )}
        {pendingEmail !== null && <span className="wrap-anywhere text-ink-muted">{pendingEmail} waits for its owner’s confirmation</span>}
        {email && !isEmailVerified && <span className="text-ink-subtle">The address is not verified yet</span>}
        {language !== null && <span className="text-ink">Speaks {languageName(language)}</span>}
        <span className="text-ink-subtle">
          Customer since <DateText at={createdAt} />
        </span>
        {email === null && mayChange && (
          <Button variant="secondary" size="sm" className="mt-2 self-start" disabled={whyNot !== null} onClick={() => setAdding(true)}>
            Add an email address
          </Button>
        )}
        {email === null && mayChange && whyNot !== null && <span className="text-ink-muted">{whyNot}</span>}
      </address>
      {adding && (
        <AddEmailDialog
          onSubmit={async (typed) => {
            await add.mutateAsync({ id, email: typed })
            notifySuccess('Email address added, and an invitation is on its way')
            setAdding(false)
          }}
          onFailure={failureToast('Failed to add the email address')}
          onClose={() => setAdding(false)}
        />
      )}
    </RecordSection>
  )
}

function Addresses({ customer: { addresses, returnAddress } }: { customer: CustomerProfile }) {
  return (
    <RecordSection title="Addresses">
      <ul className="flex flex-col gap-4 p-5 text-sm sm:px-6">
        {returnAddress !== null && (
          <li>
            <address className="wrap-anywhere whitespace-pre-line text-ink not-italic">{returnAddress}</address>
            <span className="text-ink-muted">Return address of new cases</span>
          </li>
        )}
        {addresses.length === 0 && returnAddress === null && <li className="text-ink-subtle">No return address is known</li>}
        {addresses.map(({ address, noun, number }) => (
          <li key={address}>
            <address className="wrap-anywhere whitespace-pre-line text-ink not-italic">{address}</address>
            <span className="text-ink-muted">
              Given for{' '}
              <OfficeLink href={casePageOf(noun, number)} className="underline underline-offset-4">
                {number}
              </OfficeLink>
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
