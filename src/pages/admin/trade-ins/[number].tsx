import { useRouter } from 'next/router'
import { CaseAside, StatusDialog } from '~/features/admin-cases/case-aside'
import { CaseSections } from '~/features/admin-cases/case-sections'
import { CheckPictures } from '~/features/admin-cases/check-pictures'
import { TradeInPage } from '~/features/admin-trade-ins/trade-in-page'
import { adminLayout } from '~/features/admin-shell/admin-page'
import { casePage } from '~/server/http/pages/case-page'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(casePage('tradeIns'))

export default function TradeInAdminPage() {
  const { number } = useRouter().query
  return (
    <TradeInPage
      key={String(number)}
      number={String(number)}
      checkPictures={({ id }, item, label) => <CheckPictures of={{ noun: 'tradeIns', id }} item={item} label={label} />}
      main={({ id }, machine) => <CaseSections noun="tradeIns" id={id} nominal={machine?.hashrate ?? null} />}
      statusDialog={(asked) => <StatusDialog {...asked} />}
      aside={(record) => <CaseAside noun="tradeIns" record={record} />}
    />
  )
}
TradeInAdminPage.getLayout = adminLayout('Trade-in')
