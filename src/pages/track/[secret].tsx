import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { useRouter } from 'next/router'
import { onDemand } from '~/components/ui/on-demand'
import { tokenOf } from '~/contracts/link-token'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { SitePage } from '~/features/site/site-page'
import print from '~/features/cases/customer/tracking/case-print.module.css'
import { CaseSkeleton } from '~/features/cases/customer/tracking/case-skeleton'
import { paths } from '~/lib/paths'
import { siteProps } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

const LinkedCase = onDemand(
  () => import('~/features/cases/customer/tracking/linked-case').then((module) => module.LinkedCase),
  CaseSkeleton,
)

const LONGEST_SECRET = 200

type Props = { secret: string } & Pick<SiteData, 'settings'> & SitePageProps

/**
 * Reads nothing for the page itself: opening the address, as mail scanners do, shows and changes nothing. Nobody else learns the
 * secret: no page gets it as a referrer, and the page tag, which reports addresses, is left out.
 */
export const getServerSideProps: GetServerSideProps<Props> = async ({ res, params }) => {
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  return { props: { ...(await siteProps('settings')), googleTagId: null, secret: String(params?.secret).slice(0, LONGEST_SECRET) } }
}

export default function LinkedCasePage({ secret, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  // Another case of the request that the link is for.
  const { case: number } = useRouter().query
  const token = typeof number === 'string' ? tokenOf(secret, number) : secret
  return (
    <SitePage site={site} path={paths.track} title="Your repair or trade-in" description="Follow your repair or trade-in." noIndex>
      <div className={print.case}>
        <LinkedCase key={token} token={token} />
      </div>
    </SitePage>
  )
}
