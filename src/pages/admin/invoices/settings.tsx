import { ScreenHeader } from '~/components/layouts/screen-header'
import { onDemand } from '~/components/ui/on-demand'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

// Forms come beside what they show: the page itself has no room for them.
const SellerSection = onDemand(() => import('~/features/credit/billing/settings/seller-section').then((module) => module.SellerSection))
const RatesSection = onDemand(() => import('~/features/credit/billing/settings/rates-section').then((module) => module.RatesSection))

export const getServerSideProps = withHead(adminPage)

export default function InvoiceSettingsPage() {
  return (
    <>
      <ScreenHeader title="Invoice settings" subtitle="Whom invoices are from, how they are paid, and exchange rates" />
      <div className="flex max-w-4xl flex-col gap-6">
        <SellerSection />
        <RatesSection />
      </div>
      <AskForProof />
    </>
  )
}
InvoiceSettingsPage.getLayout = adminLayout('Invoice settings')
