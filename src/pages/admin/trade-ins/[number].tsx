import { useRouter } from 'next/router'
import { CaseAside, StatusDialog } from '~/features/admin-cases/case-aside'
import { CaseSections } from '~/features/admin-cases/case-sections'
import { CheckPictures } from '~/features/admin-cases/check-pictures'
import { TradeInPage } from '~/features/admin-trade-ins/trade-in-page'
import { adminLayout } from '~/features/admin-shell/admin-page'
import { SectionSkeleton } from '~/components/admin-case/case-frame'
import { onDemand } from '~/components/ui/on-demand'
import { casePage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

const TradeInCredit = onDemand(
  () => import('~/features/admin-credit/trade-in-credit').then((module) => module.TradeInCredit),
  SectionSkeleton,
)

export const getServerSideProps = withHead(casePage('tradeIns'))

export default function TradeInAdminPage() {
  const { number } = useRouter().query
  return (
    <TradeInPage
      key={String(number)}
      number={String(number)}
      checkPictures={({ id }, item, label) => <CheckPictures of={{ noun: 'tradeIns', id }} item={item} label={label} />}
      main={(tradeIn, machine) => (
        <>
          <TradeInCredit tradeIn={tradeIn} />
          <CaseSections noun="tradeIns" id={tradeIn.id} nominal={machine?.hashrate ?? null} />
        </>
      )}
      statusDialog={(asked) => <StatusDialog {...asked} />}
      aside={(record) => <CaseAside noun="tradeIns" record={record} />}
    />
  )
}
TradeInAdminPage.getLayout = adminLayout('Trade-in')
