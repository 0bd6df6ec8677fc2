import type { InferGetServerSidePropsType } from 'next'
import { useRouter } from 'next/router'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { onDemand } from '~/components/ui/on-demand'
import { tokenOf } from '~/contracts/link-token'
import { SitePage } from '~/features/site/site-page'
import { CaseSkeleton } from '~/features/cases/customer/tracking/case-skeleton'
import { paths } from '~/lib/paths'
import { secretPage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

const LinkedCase = onDemand(
  () => import('~/features/cases/customer/tracking/linked-case').then((module) => module.LinkedCase),
  CaseSkeleton,
)

export const getServerSideProps = secretPage

export default function LinkedCasePage({ secret, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  // Another case of the link's request.
  const { case: number } = useRouter().query
  const token = typeof number === 'string' ? tokenOf(secret, number) : secret
  return (
    <SitePage site={site} path={paths.track} title="Your repair or trade-in" description="Follow your repair or trade-in." noIndex>
      {/* As high as the window, so that the footer does not move while the page loads. */}
      <div className="min-h-dvh">
        <LinkedCase key={token} token={token} />
        <NeedsScripts contactEmail={site.settings.contact_email} className="m-5 sm:m-8" />
      </div>
    </SitePage>
  )
}
