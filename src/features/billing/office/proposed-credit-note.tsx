import { useEffect } from 'react'
import { failureToast } from '~/components/form/use-action'
import type { CreditProposal } from '~/contracts/billing/bill'
import { trpc } from '~/trpc/client'
import { CreditNoteDialog } from './credit-note-dialog'

export function ProposedCreditNote({ proposal, onClose }: { proposal: CreditProposal; onClose: () => void }) {
  const invoice = trpc.invoices.byId.useQuery({ id: proposal.invoiceId })
  const { error, data } = invoice
  useEffect(() => {
    if (!error) return
    failureToast('Failed to fetch the invoice')(error)
    onClose()
  }, [error, onClose])
  return data ? <CreditNoteDialog invoice={data} proposal={proposal} onClose={onClose} /> : null
}
