import type { InferGetServerSidePropsType } from 'next'
import { onDemand } from '~/components/ui/on-demand'
import { CaseSkeleton } from '~/features/cases/customer/tracking/case-skeleton'
import { OwnInvoice } from '~/features/billing/bill-parts'
import { AccountSession, LiveAccount } from '~/features/identity/account/account-session'
import { SitePage } from '~/features/site/site-page'
import { ownInvoicePageOf, ownPageOf } from '~/lib/record-paths'
import { ownRecordPage, type OwnRecord } from '~/server/http/pages/own-record-pages'
import { inSite } from '~/server/http/pages/page-guards'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

const OwnCase = onDemand(() => import('~/features/cases/customer/tracking/own-case').then((module) => module.OwnCase), CaseSkeleton)
const OwnOrder = onDemand(() => import('~/features/identity/account/own-order').then((module) => module.OwnOrder), CaseSkeleton)

export const getServerSideProps = inSite(ownRecordPage)

const heads = {
  case: ({ noun, number }: Extract<OwnRecord, { kind: 'case' }>) => ({
    path: ownPageOf(noun, number),
    title: number,
    description: 'Your repair or trade-in.',
  }),
  order: ({ number }: Extract<OwnRecord, { kind: 'order' }>) => ({
    path: ownPageOf('orders', number),
    title: number,
    description: 'Your order.',
  }),
  invoice: ({ id }: Extract<OwnRecord, { kind: 'invoice' }>) => ({
    path: ownInvoicePageOf(id),
    title: 'Invoice',
    description: 'What you were billed for.',
  }),
}
const headOf = (record: OwnRecord) =>
  record.kind === 'case' ? heads.case(record) : record.kind === 'order' ? heads.order(record) : heads.invoice(record)

/** One page for all record types, since every first visit loads the list of pages. */
export default function OwnRecordPage({ viewer, record, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage site={site} {...headOf(record)} noIndex>
          {record.kind === 'case' && <OwnCase key={record.number} noun={record.noun} id={record.id} number={record.number} />}
          {record.kind === 'order' && <OwnOrder key={record.number} number={record.number} />}
          {record.kind === 'invoice' && (
            <>
              <LiveAccount />
              <OwnInvoice key={record.id} id={record.id} />
            </>
          )}
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}
