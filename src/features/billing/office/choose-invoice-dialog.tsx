import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { SuggestField } from '~/components/form/suggest-field'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import type { InvoiceRow } from '~/contracts/billing/invoices'
import { formatEuro } from '~/lib/money'
import { trpc, withoutBatch } from '~/trpc/client'

const MOST_OFFERED = 8

interface ChooseInvoiceDialogProps {
  title: string
  children: ReactNode
  /** Initial search, such as a number in a bank's line. */
  search?: string
  submitLabel: string
  busy: boolean
  onChoose: (invoice: InvoiceRow) => void
  onClose: () => void
}

const detailOf = ({ buyerName, nounNumber, owed }: InvoiceRow) =>
  [buyerName, nounNumber, `${formatEuro(owed)} owed`].filter(Boolean).join(' · ')

/** Searches unpaid invoices by number, customer, repair or order. */
export function ChooseInvoiceDialog({ title, children, search = '', submitLabel, busy, onChoose, onClose }: ChooseInvoiceDialogProps) {
  const [text, setText] = useState(search)
  const [chosen, setChosen] = useState<InvoiceRow>()
  const wanted = useDeferredValue(text.trim())
  const enabled = wanted.length > 1
  const found = trpc.invoices.list.useQuery(
    { search: wanted, kind: 'invoice', limit: 50 },
    { ...withoutBatch, enabled, placeholderData: keepPreviousData },
  )
  const owed = (enabled ? (found.data?.rows ?? []) : []).filter((row) => row.owed > 0).slice(0, MOST_OFFERED)
  return (
    <Modal title={title} onClose={onClose} className="max-w-lg">
      <ModalBody className="flex flex-col gap-4">
        <div className="text-sm text-ink-muted">{children}</div>
        {chosen ? (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface-muted px-4 py-3">
            <p className="min-w-0 text-sm">
              <span className="block font-medium text-ink">{chosen.number}</span>
              <span className="block wrap-anywhere text-ink-muted">{detailOf(chosen)}</span>
            </p>
            <Button variant="secondary" size="sm" onClick={() => setChosen(undefined)}>
              Choose another
            </Button>
          </div>
        ) : (
          <SuggestField
            label="Invoice"
            placeholder="Number, customer, repair or order"
            text={text}
            onText={setText}
            options={owed.map((row) => ({ key: row.id, label: row.number ?? 'Invoice', detail: detailOf(row) }))}
            onChoose={({ key }) => setChosen(owed.find(({ id }) => id === key))}
            takesFocus
            none={enabled && found.isFetched && !found.isFetching ? 'No invoice that is owed matches' : ''}
          />
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!chosen} busy={busy} onClick={() => chosen && onChoose(chosen)}>
          {submitLabel}
        </Button>
      </ModalFooter>
    </Modal>
  )
}
