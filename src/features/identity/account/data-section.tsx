import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { onDemand } from '~/components/ui/on-demand'
import { trpc } from '~/trpc/client'
import { AccountSection, sayFailure } from './account-section'

// Loaded with the first press.
const DeleteAccountDialog = onDemand(() => import('./delete-account-dialog').then((module) => module.DeleteAccountDialog))

/** A copy of the person's data, and deletion of the account. */
export function DataSection() {
  const [deleting, setDeleting] = useState(false)
  const prepare = trpc.account.prepareDownload.useMutation({
    onSuccess: ({ address }) => window.location.assign(address),
    onError: (error) => sayFailure('Download not started', error),
  })
  return (
    <AccountSection title="Your data" lead="Download a copy of what we know about you, or delete your account.">
      <p className="text-ink-muted">
        The copy is a ZIP file: your details, orders, repairs, trade-ins, messages, billing details, invoices, payments and store credit as
        JSON, and the pictures and documents of your cases.
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" busy={prepare.isPending} onClick={() => prepare.mutate()}>
          <Icon name="download" className="size-4" />
          Download my data
        </Button>
        <Button variant="danger" size="sm" onClick={() => setDeleting(true)}>
          <Icon name="trash-2" className="size-4" />
          Delete my account
        </Button>
      </div>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </AccountSection>
  )
}
