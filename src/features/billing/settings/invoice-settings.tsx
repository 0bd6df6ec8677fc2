import { RatesSection } from './rates-section'
import { SellerSection } from './seller-section'

export const InvoiceSettings = () => (
  <div className="flex max-w-4xl flex-col gap-6">
    <SellerSection />
    <RatesSection />
  </div>
)
