import type { InferGetStaticPropsType } from 'next'
import { RepairScreen } from '~/features/site/repair/repair-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function RepairPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings } = site
  return (
    <SitePage
      site={site}
      path={paths.repair}
      title="ASIC miner repair: hashboards, control boards, power supplies"
      description="Hashboard repair from €150, control boards from €100, power supplies from €80. Turnaround of 1 to 5 days, load-tested, with a 30-day repair warranty."
    >
      <RepairScreen settings={settings} onlineRequests={site.onlineRequests} />
    </SitePage>
  )
}
