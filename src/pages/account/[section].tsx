import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { useRouter } from 'next/router'
import { Container } from '~/components/ui/container'
import { onDemand } from '~/components/ui/on-demand'
import { PageHeader } from '~/components/ui/page-header'
import { Skeleton } from '~/components/ui/loading'
import { AccountNav } from '~/features/identity/account/account-nav'
import { AccountSession, LiveAccount } from '~/features/identity/account/account-session'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { accountSitePage, type AccountSiteProps } from '~/server/http/pages/page-guards'
import { TrpcProvider } from '~/trpc/provider'
import { useLive } from '~/trpc/use-live'

const loading = () => <Skeleton className="h-96" />

const records = () => import('~/features/identity/account/own-records')

/** By the last part of their address. */
const sections = {
  orders: {
    title: 'Orders',
    lead: 'What you have ordered from us',
    Screen: onDemand(() => records().then((module) => module.OwnOrders), loading),
  },
  repairs: {
    title: 'Repairs',
    lead: 'Every repair, and where it stands',
    Screen: onDemand(() => records().then((module) => module.OwnRepairs), loading),
  },
  'trade-ins': {
    title: 'Trade-ins',
    lead: 'What you have traded in, and what it brings',
    Screen: onDemand(() => records().then((module) => module.OwnTradeIns), loading),
  },
  devices: {
    title: 'Devices',
    lead: 'Your machines, and all that happened to them here',
    Screen: onDemand(() => import('~/features/identity/account/own-devices').then((module) => module.OwnDevices), loading),
  },
  messages: {
    title: 'Messages',
    lead: 'What you and our team have written to each other',
    Screen: onDemand(() => import('~/features/identity/account/own-conversations').then((module) => module.OwnConversations), loading),
  },
  invoices: {
    title: 'Invoices',
    lead: 'What you were billed for, and what is left to pay',
    Screen: onDemand(() => import('~/features/billing/bill-parts').then((module) => module.OwnInvoices), loading),
  },
  credit: {
    title: 'Store Credit',
    lead: 'What you can spend and where it came from',
    Screen: onDemand(() => import('~/features/credit/customer/credit-screen').then((module) => module.CreditScreen), loading),
  },
} as const
type Section = keyof typeof sections

const isSection = (name: unknown): name is Section => typeof name === 'string' && Object.hasOwn(sections, name)

export const getServerSideProps: GetServerSideProps<AccountSiteProps> = (context) =>
  isSection(context.params?.section) ? accountSitePage(context) : Promise.resolve({ notFound: true })

export default function AccountSectionPage({ viewer, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  const { section } = useRouter().query
  if (!isSection(section)) return null
  const { title, lead, Screen } = sections[section]
  return (
    <TrpcProvider>
      <AccountSession viewer={viewer}>
        <SitePage site={site} path={`${paths.account}/${section}`} title={title} description={`${lead}.`} noIndex>
          <PageHeader title={title} lead={lead}>
            <AccountNav current={`${paths.account}/${section}`} />
          </PageHeader>
          <LiveAccount />
          {/* As high as the window, so that the footer does not move while the records load. */}
          <Container className="min-h-dvh py-8 sm:py-10">
            <Screen />
          </Container>
          <AskForProof />
        </SitePage>
      </AccountSession>
    </TrpcProvider>
  )
}
