import type { InferGetServerSidePropsType } from 'next'
import { OwnInvoice } from '~/features/credit/credit-parts'
import { AccountSession, LiveAccount } from '~/features/identity/account/account-session'
import { SitePage } from '~/features/site/site-page'
import { ownInvoicePageOf } from '~/lib/record-paths'
import { ownInvoicePage } from '~/server/http/pages/own-record-pages'
import { inSite } from '~/server/http/pages/page-guards'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

export const getServerSideProps = inSite(ownInvoicePage)

export default function OwnInvoicePage({ viewer, id, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage site={site} path={ownInvoicePageOf(id)} title="Invoice" description="What you were billed for." noIndex>
          <LiveAccount />
          <OwnInvoice key={id} id={id} />
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}
