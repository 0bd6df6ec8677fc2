import { Eye, Printer, ShieldCheck, TriangleAlert } from '~/components/icons/lucide'
import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { failureToast } from '~/components/form/use-action'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { CopyText } from '~/components/ui/copy-text'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { passportReasonForm, type IssuedPassport } from '~/contracts/stock/passports'
import { trpc } from '~/trpc/client'

const IssueDialog = onDemand(() => import('./issue-dialog').then((module) => module.IssueDialog))

export function UnitPassportSection({ unitId, mayWrite }: { unitId: string; mayWrite: boolean }) {
  const query = trpc.units.passports.useQuery({ id: unitId })
  const [issuing, setIssuing] = useState(false)
  const { data } = query
  if (!data) return query.isError ? <LoadFailure message="Failed to fetch the passport" query={query} /> : <SectionSkeleton />
  const current = data.issued.find(({ revokedAt }) => revokedAt === null)
  const former = data.issued.filter((passport) => passport !== current)
  return (
    <RecordSection
      title="Passport"
      actions={
        <Button variant="secondary" size="sm" onClick={() => setIssuing(true)}>
          {mayWrite ? <ShieldCheck className="size-4" aria-hidden="true" /> : <Eye className="size-4" aria-hidden="true" />}
          {mayWrite ? (current ? 'Issue a newer one' : 'Issue') : 'Preview'}
        </Button>
      }
    >
      <div className="flex flex-col gap-4 p-5 text-sm sm:px-6">
        {current ? (
          <Current passport={current} unitId={unitId} mayWrite={mayWrite} />
        ) : (
          <p className="text-ink-muted">
            No passport counts at this time. One tells the machine’s buyer what was measured and done on it, signed by the shop.
          </p>
        )}
        {data.missing.length > 0 && (
          <ul aria-label="Missing in a passport" className="flex flex-col gap-1.5 text-ink-muted">
            {data.missing.map((line) => (
              <li key={line} className="flex gap-2">
                <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn-ink" aria-hidden="true" />
                {line}
              </li>
            ))}
          </ul>
        )}
        {former.length > 0 && <Former passports={former} />}
      </div>
      {issuing && <IssueDialog unitId={unitId} data={data} mayWrite={mayWrite} onClose={() => setIssuing(false)} />}
    </RecordSection>
  )
}

function Current({ passport, unitId, mayWrite }: { passport: IssuedPassport; unitId: string; mayWrite: boolean }) {
  const utils = trpc.useUtils()
  const [revoking, setRevoking] = useState(false)
  const revoke = trpc.units.revokePassport.useMutation({ onSettled: () => utils.units.invalidate() })
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink">
        <Badge tone="success">Valid</Badge>
        <span className="wrap-anywhere">
          Issued <DateText at={passport.issuedAt} />
          {passport.issuedBy !== null && ` by ${passport.issuedBy}`}
        </span>
        {passport.claimedAt !== null && (
          <span className="text-ink-muted">
            Claimed <DateText at={passport.claimedAt} />
          </span>
        )}
      </p>
      {/* Everybody with the address can claim the machine, once. */}
      <CopyText text={passport.address} label="Copy the address" />
      <div className="flex flex-wrap gap-2">
        <a href={passport.address} target="_blank" rel="noopener" className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          <Eye className="size-4" aria-hidden="true" />
          Open
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <a
          href={`/api/passport-label?${new URLSearchParams({ unit: unitId }).toString()}`}
          target="_blank"
          rel="noopener"
          className={buttonStyles({ variant: 'secondary', size: 'sm' })}
        >
          <Printer className="size-4" aria-hidden="true" />
          Label
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {mayWrite && (
          <Button variant="secondary" size="sm" onClick={() => setRevoking(true)}>
            Revoke
          </Button>
        )}
      </div>
      {revoking && (
        <ReasonDialog
          title="Revoke the passport"
          message="Its page then says that it does not count, and why. Files that were saved before still have a valid signature: only the page tells."
          schema={passportReasonForm}
          hint="Everybody who opens its page reads this."
          submitLabel="Revoke"
          onSubmit={async (reason) => {
            await revoke.mutateAsync({ id: passport.id, reason })
            notifySuccess('The passport was revoked')
            setRevoking(false)
          }}
          onFailure={failureToast('The passport was not revoked')}
          onClose={() => setRevoking(false)}
        />
      )}
    </>
  )
}

const Former = ({ passports }: { passports: readonly IssuedPassport[] }) => (
  <details>
    <summary className="w-fit cursor-pointer py-1 text-ink-muted underline-offset-4 hover:text-ink hover:underline">
      {passports.length === 1 ? '1 passport before' : `${passports.length} passports before`}
    </summary>
    <ul aria-label="Passports before" className="mt-2 flex flex-col gap-2">
      {passports.map(({ id, issuedAt, revokedAt, revokedReason }) => (
        <li key={id} className="wrap-anywhere text-ink">
          Issued <DateText at={issuedAt} />
          {revokedAt !== null && (
            <span className="text-ink-muted">
              , revoked <DateText at={revokedAt} />: {revokedReason ?? 'no reason'}
            </span>
          )}
        </li>
      ))}
    </ul>
  </details>
)
