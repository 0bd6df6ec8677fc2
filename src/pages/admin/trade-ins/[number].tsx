import { useRouter } from 'next/router'
import { TradeInPage } from '~/features/cases/office/trade-ins/trade-in-page'
import { adminLayout } from '~/features/office/shell/admin-page'
import { casePage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(casePage('tradeIns'))

export default function TradeInAdminPage() {
  return <TradeInPage number={String(useRouter().query.number)} />
}
TradeInAdminPage.getLayout = adminLayout('Trade-in')
