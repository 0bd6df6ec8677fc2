import { ownPageOf } from '~/lib/record-paths'
import type { InferGetServerSidePropsType } from 'next'
import { onDemand } from '~/components/ui/on-demand'
import { AccountSession } from '~/features/identity/account/account-session'
import { SitePage } from '~/features/site/site-page'
import { CaseSkeleton } from '~/features/cases/customer/tracking/case-skeleton'
import { ownOrderPage } from '~/server/http/pages/own-record-pages'
import { inSite } from '~/server/http/pages/page-guards'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

const OwnOrder = onDemand(() => import('~/features/identity/account/own-order').then((module) => module.OwnOrder), CaseSkeleton)

export const getServerSideProps = inSite(ownOrderPage)

export default function OwnOrderPage({ viewer, number, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage site={site} path={ownPageOf('orders', number)} title={number} description="Your order." noIndex>
          <OwnOrder key={number} number={number} />
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}
