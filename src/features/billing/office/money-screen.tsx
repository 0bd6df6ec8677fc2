import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { ListTools } from '~/components/admin-list/columns'
import { SectionSkeleton } from '~/components/layouts/record-page'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { onDemand } from '~/components/ui/on-demand'
import { Tabs } from '~/components/ui/tabs'
import { changeQuery } from '~/lib/change-query'

const Debtors = onDemand(() => import('./debtors').then((module) => module.Debtors), SectionSkeleton)
const DebtorTotals = onDemand(() => import('./debtors').then((module) => module.DebtorTotals))
const ReceivedMoney = onDemand(() => import('./received-money').then((module) => module.ReceivedMoney), SectionSkeleton)
const Payments = onDemand(() => import('./payments-section').then((module) => module.Payments), SectionSkeleton)
const WaitingRefunds = onDemand(() => import('./waiting-refunds').then((module) => module.WaitingRefunds), SectionSkeleton)
const Till = onDemand(() => import('./till').then((module) => module.Till), SectionSkeleton)
const BankFile = onDemand(() => import('./bank-file').then((module) => module.BankFile), SectionSkeleton)

const Vat = onDemand(() => import('./vat-return').then((module) => module.Vat), SectionSkeleton)
const Exports = onDemand(() => import('./book-exports').then((module) => module.Exports), SectionSkeleton)

const InvoiceSettings = onDemand(() => import('../settings/invoice-settings').then((module) => module.InvoiceSettings), SectionSkeleton)

const tabs = ['debtors', 'received', 'payments', 'till', 'refunds', 'bank', 'vat', 'exports', 'settings'] as const
type MoneyTab = (typeof tabs)[number]
const labels: Record<MoneyTab, string> = {
  debtors: 'Debtors',
  received: 'Received',
  payments: 'Payments',
  till: 'Till',
  refunds: 'Refunds',
  bank: 'Bank file',
  vat: 'VAT',
  exports: 'Exports',
  settings: 'Settings',
}
/** The other tabs are about payments. */
const ofInvoices: readonly MoneyTab[] = ['debtors', 'received', 'vat', 'exports', 'settings']

export function MoneyScreen() {
  const may = useMay()
  const router = useRouter()
  const shown = tabs.filter((tab) => may(ofInvoices.includes(tab) ? 'invoices' : 'payments', 'read'))
  const tab = shown.find((each) => each === router.query.tab) ?? shown[0] ?? 'debtors'
  const mayWrite = may('payments', 'write')
  const panels: Record<MoneyTab, () => ReactNode> = {
    debtors: () => <Debtors />,
    received: () => <ReceivedMoney />,
    payments: () => <Payments mayWrite={mayWrite} />,
    till: () => <Till mayWrite={mayWrite} />,
    refunds: () => <WaitingRefunds hasNone="No refund waits for approval" />,
    bank: () => <BankFile mayWrite={mayWrite} />,
    vat: () => <Vat />,
    exports: () => <Exports />,
    settings: () => <InvoiceSettings />,
  }
  return (
    <>
      {tab === 'settings' ? (
        <ScreenHeader title="Invoice Settings" subtitle="The company as its invoices name it, rates of VAT and of exchange" dense isLow />
      ) : (
        <ScreenHeader title="Money" subtitle="Who owes it, what has come, and what goes back" dense isLow>
          {tab === 'debtors' && <DebtorTotals />}
        </ScreenHeader>
      )}
      {/* These lists have no file and no saved views. */}
      <ListTools value={null}>
        <Tabs
          label="Parts of this screen"
          selected={tab}
          // Search and page belong to one list.
          onSelect={(next) => void changeQuery(router, 'push', () => ({ tab: next }))}
          items={shown.map((each) => ({ id: each, label: labels[each], panel: each === tab && panels[each]() }))}
        />
      </ListTools>
    </>
  )
}
