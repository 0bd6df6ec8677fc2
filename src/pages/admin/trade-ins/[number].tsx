import { useRouter } from 'next/router'
import { CaseSections } from '~/features/admin-cases/case-sections'
import { DeskPanel } from '~/features/admin-cases/desk-panel'
import { DocumentsPanel } from '~/features/admin-cases/documents-panel'
import { RequestPanel } from '~/features/admin-cases/request-panel'
import { ShippingPanel } from '~/features/admin-cases/shipping-panel'
import { StatusDialog } from '~/features/admin-cases/status-dialog'
import { TrackingPanel } from '~/features/admin-cases/tracking-panel'
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
      aside={(record) => (
        <>
          <RequestPanel noun="tradeIns" id={record.id} />
          <DeskPanel noun="tradeIns" record={record} />
          <DocumentsPanel noun="tradeIns" id={record.id} />
          <ShippingPanel carrier={record.carrier} trackingNumber={record.trackingNumber} />
          <TrackingPanel noun="tradeIns" id={record.id} />
        </>
      )}
    />
  )
}
TradeInAdminPage.getLayout = adminLayout('Trade-in')
