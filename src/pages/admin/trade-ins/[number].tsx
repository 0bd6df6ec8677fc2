import { useRouter } from 'next/router'
import { CaseAside, StatusDialog } from '~/features/cases/office/case-aside'
import { CaseSections } from '~/features/cases/office/case-sections'
import { CheckPictures } from '~/features/cases/office/check-pictures'
import { TradeInPage } from '~/features/cases/office/trade-ins/trade-in-page'
import { adminLayout } from '~/features/office/shell/admin-page'
import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import { casePage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

const TradeInCredit = onDemand(
  () => import('~/features/credit/office/trade-in-credit').then((module) => module.TradeInCredit),
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
