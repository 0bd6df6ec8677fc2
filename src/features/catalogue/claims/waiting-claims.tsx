import Link from 'next/link'
import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { CustomerName } from '~/components/admin-list/customer-name'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { serverMessage } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { refuseClaimForm, type WaitingClaim } from '~/contracts/catalogue/claims'
import { unitName } from '~/contracts/catalogue/units'
import { unitPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'

interface WaitingClaimsProps {
  /** Shows the requests for one machine; without it those for all machines. */
  unitId?: string
  mayWrite: boolean
}

/** Requests for machines in somebody's account; renders nothing if none waits. */
export function WaitingClaims({ unitId, mayWrite }: WaitingClaimsProps) {
  const utils = trpc.useUtils()
  const query = trpc.units.claims.useQuery(unitId === undefined ? {} : { unitId })
  const decide = trpc.units.decideClaim.useMutation({ onSettled: () => utils.units.invalidate() })
  const [asked, setAsked] = useState<{ claim: WaitingClaim; answer: 'agree' | 'refuse' }>()
  const close = () => setAsked(undefined)
  if (query.isError && !query.data) return <LoadFailure message="Failed to fetch requests for machines" query={query} />
  if (!query.data || query.data.length === 0) return null

  const agree = async ({ id }: WaitingClaim) => {
    try {
      await decide.mutateAsync({ id, answer: 'agree' })
      notifySuccess('The machine changed hands')
    } catch (error) {
      notifyError('The machine did not change hands', error, serverMessage(error))
    }
    close()
  }
  return (
    <RecordSection title="Requests for machines">
      <ul className="divide-y divide-line">
        {query.data.map((claim) => (
          <li key={claim.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
            <div className="min-w-0 flex-1 basis-72 text-sm wrap-anywhere text-ink-muted">
              <p className="font-medium text-ink">
                {unitName(claim)}{' '}
                <Link href={unitPageOf(claim.unitNumber)} prefetch={false} className="underline underline-offset-4">
                  {claim.unitNumber}
                </Link>
              </p>
              <p>
                Asked for by <CustomerName userId={claim.claimant.userId}>{claim.claimant.email}</CustomerName>,{' '}
                <DateText at={claim.createdAt} />
              </p>
              <p>
                Owner:{' '}
                {claim.owner ? (
                  <CustomerName userId={claim.owner.userId}>{claim.owner.email ?? 'a customer without an email address'}</CustomerName>
                ) : (
                  'nobody, their account is gone'
                )}
              </p>
              <Standing claim={claim} />
            </div>
            {mayWrite && (
              <div className="flex flex-wrap gap-3">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Refuse the request for ${claim.unitNumber}`}
                  onClick={() => setAsked({ claim, answer: 'refuse' })}
                >
                  Refuse
                </Button>
                <Button
                  size="sm"
                  aria-label={`Agree to the request for ${claim.unitNumber}`}
                  onClick={() => setAsked({ claim, answer: 'agree' })}
                >
                  Agree
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked?.answer === 'agree' && (
        <ConfirmDialog
          title={`Move ${asked.claim.unitNumber}?`}
          message={`${asked.claim.unitNumber} moves from ${asked.claim.owner?.email ?? 'nobody’s account'} to ${asked.claim.claimant.email}. Both get an email.`}
          confirmLabel="Move the machine"
          cancelLabel="Cancel"
          variant="primary"
          busy={decide.isPending}
          onConfirm={() => void agree(asked.claim)}
          onCancel={close}
        />
      )}
      {asked?.answer === 'refuse' && (
        <ReasonDialog
          title={`Refuse the request for ${asked.claim.unitNumber}?`}
          message="The machine stays where it is. Both get an email, the owner only if they were asked."
          schema={refuseClaimForm}
          hint="The person who asked reads this. Do not say who the owner is."
          submitLabel="Refuse"
          onSubmit={async (note) => {
            await decide.mutateAsync({ id: asked.claim.id, answer: 'refuse', note })
            notifySuccess('The request was refused')
            close()
          }}
          onFailure={(error) => notifyError('The request was not refused', error, serverMessage(error))}
          onClose={close}
        />
      )}
    </RecordSection>
  )
}

function Standing({ claim: { askedAt, linkUntil, needsStaff } }: { claim: WaitingClaim }) {
  if (askedAt === null) return <p className="text-warn-ink">The owner could not be asked by email. Please decide.</p>
  return (
    <p className={needsStaff ? 'text-warn-ink' : undefined}>
      The owner was asked <DateText at={askedAt} />
      {needsStaff
        ? ' and has not answered. Please decide.'
        : linkUntil && (
            <>
              , and can answer until <DateText at={linkUntil} />
            </>
          )}
    </p>
  )
}
