import { ownPageOf } from '~/lib/record-paths'
import type { InferGetServerSidePropsType } from 'next'
import { onDemand } from '~/components/ui/on-demand'
import { AccountSession } from '~/features/identity/account/account-session'
import { SitePage } from '~/features/site/site-page'
import { CaseSkeleton } from '~/features/cases/customer/tracking/case-skeleton'
import { ownCasePage } from '~/server/http/pages/own-record-pages'
import { inSite } from '~/server/http/pages/page-guards'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

const OwnCase = onDemand(() => import('~/features/cases/customer/tracking/own-case').then((module) => module.OwnCase), CaseSkeleton)

export const getServerSideProps = inSite(ownCasePage)

export default function OwnCasePage({ viewer, noun, id, number, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage site={site} path={ownPageOf(noun, number)} title={number} description="Your repair or trade-in." noIndex>
          <OwnCase key={number} noun={noun} id={id} number={number} />
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}
