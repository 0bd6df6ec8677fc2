import { useState } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { DateText } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notify } from '~/components/ui/notify'
import type { CaseRef } from '~/contracts/cases/cases'
import { trpc } from '~/trpc/client'

/** By how many links the customer can follow the case, and their end; nothing while there are none. */
export function TrackingPanel({ noun, id }: CaseRef) {
  const [isAsking, setAsking] = useState(false)
  const utils = trpc.useUtils()
  const { data } = trpc.cases.links.useQuery({ noun, id })
  const revoke = trpc.cases.revokeLinks.useMutation({
    onSuccess: () => notify({ title: 'Success', description: 'The links no longer work', tone: 'success' }),
    onError: (cause) => notify({ title: 'Error', description: 'Failed to revoke the links', tone: 'danger', cause }),
    onSettled: () => {
      setAsking(false)
      void utils.cases.invalidate()
    },
  })
  const active = data?.active ?? 0
  if (active === 0) return null
  return (
    <RecordSection title="Customer's links">
      <div className="flex flex-col items-start gap-3 p-5 text-sm text-ink-muted sm:px-6">
        <p>
          {active} {active === 1 ? 'link opens' : 'links open'} this case without sign-in.
          {data?.latest && (
            <>
              {' '}
              The latest is of <DateText at={data.latest} />.
            </>
          )}
        </p>
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          Revoke links
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Revoke links"
          message="The links in all emails about this case stop working at once. Later emails contain new links, and the customer can ask for one by its number."
          confirmLabel="Revoke links"
          cancelLabel="Keep them"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate({ noun, id })}
          onCancel={() => setAsking(false)}
        />
      )}
    </RecordSection>
  )
}
