import { useState } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { DateText, useMay } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { CopyText } from '~/components/ui/copy-text'
import { notifySuccess } from '~/components/ui/notify'
import { failureToast, useAction } from '~/components/form/use-action'
import type { CaseLinks } from '~/contracts/cases/cases'
import type { CaseRef } from '~/contracts/case-ref'
import { trpc } from '~/trpc/client'

export function TrackingPanel({ noun, id }: CaseRef) {
  const [isAsking, setAsking] = useState(false)
  const mayChange = useMay()(noun, 'write')
  const utils = trpc.useUtils()
  const { data } = trpc.cases.links.useQuery({ noun, id })
  const invalidate = () => void utils.cases.invalidate()
  const give = trpc.cases.giveLink.useMutation({
    onSuccess: ({ href }) => {
      // If the browser refuses, the link can be copied by hand.
      navigator.clipboard.writeText(href).then(
        () => notifySuccess('Link copied'),
        () => undefined,
      )
    },
    onError: failureToast('Failed to make a link'),
    onSettled: invalidate,
  })
  const send = useAction(trpc.cases.sendLink.useMutation({ onSettled: invalidate }), {
    done: ({ to }) => `Link sent to ${to}`,
    failed: 'Failed to send a link',
  })
  const revoke = useAction(
    trpc.cases.revokeLinks.useMutation({
      onSettled: () => {
        give.reset()
        setAsking(false)
        invalidate()
      },
    }),
    { done: 'The links no longer work', failed: 'Failed to revoke the links' },
  )
  if (data === undefined) return null
  return (
    <RecordSection title="Customer's links">
      <div className="flex flex-col items-start gap-3 p-5 text-sm text-ink-muted sm:px-6">
        <p>
          {opening(data)}
          {data.latest && (
            <>
              {' '}
              The latest is of <DateText at={data.latest} />.
            </>
          )}
        </p>
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" busy={give.isPending} onClick={() => give.mutate({ noun, id })}>
              Copy link
            </Button>
            {data.recipient !== null && (
              <Button variant="secondary" size="sm" busy={send.busy} onClick={() => void send.run({ noun, id })}>
                Send link
              </Button>
            )}
            {data.active > 0 && (
              <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
                Revoke links
              </Button>
            )}
          </div>
        )}
        {give.data && <CopyText text={give.data.href} label="Copy again" className="w-full" />}
        <p className="wrap-anywhere">
          {data.recipient === null ? 'No email address and no mobile number is known to send it to.' : `It goes to ${data.recipient}.`}{' '}
          Receipt and job sheet, under Print, have it as a code.
        </p>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Revoke links"
          message={`The links in all emails, texts and printed codes stop working at once, for ${named(data)}. Later emails contain new links, and the customer can ask for one by its number.`}
          confirmLabel="Revoke links"
          cancelLabel="Keep them"
          busy={revoke.busy}
          onConfirm={() => void revoke.run({ noun, id })}
          onCancel={() => setAsking(false)}
        />
      )}
    </RecordSection>
  )
}

/** 'REP-000001 (Bitmain Antminer S19) and REP-000002 (…)' */
const named = ({ machines }: CaseLinks) =>
  new Intl.ListFormat('en-GB').format(machines.map(({ number, device }) => `${number} (${device})`))

function opening(links: CaseLinks): string {
  const { active, machines } = links
  if (active === 0) return 'No link opens this case without sign-in.'
  const what = machines.length > 1 ? `${machines.length} machines without sign-in: ${named(links)}` : 'this case without sign-in'
  return `${active} ${active === 1 ? 'link opens' : 'links open'} ${what}.`
}
