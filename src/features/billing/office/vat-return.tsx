import { useContext, useState, type ReactNode } from 'react'
import { DateText, useMay, useNow, ViewerContext } from '~/components/admin-list/cells'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import {
  boxes,
  boxLabels,
  quarterAfter,
  quarterBefore,
  quarterOf,
  vatReturnFile,
  type Box,
  type VatQuarter,
  type VatReturn,
} from '~/contracts/billing/vat-return'
import { formatSterling } from '~/lib/currency'
import { calendarDay, formatDay } from '~/lib/instant'
import { trpc } from '~/trpc/client'
import { VatAdded } from './vat-added'
import { VatDocuments, VatPurchases } from './vat-rows'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

/** Starts with the last quarter that is over. */
export function Vat() {
  const { timeZone } = useContext(ViewerContext)
  const today = calendarDay(useNow(), timeZone)
  const [quarter, setQuarter] = useState(() => quarterBefore(quarterOf(today)))
  const query = trpc.invoices.vatReturn.useQuery(quarter)
  const { data } = query
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-2 text-lg font-semibold text-ink">
          Quarter {quarter.quarter} of {quarter.year}
        </h2>
        <Button variant="secondary" size="sm" onClick={() => setQuarter(quarterBefore(quarter))}>
          Quarter before
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setQuarter(quarterAfter(quarter))}>
          Quarter after
        </Button>
        <a href={vatReturnFile(quarter)} download className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          Download CSV
        </a>
      </div>
      {query.isError && !data && <LoadFailure message="The VAT return could not be loaded" query={query} />}
      {!data && !query.isError && <SectionSkeleton />}
      {data && <Quarter key={data.from} quarter={quarter} found={data} />}
    </div>
  )
}

interface QuarterProps {
  quarter: VatQuarter
  found: VatReturn
}

function Quarter({ quarter, found }: QuarterProps) {
  const { from, to, boxes: amounts, isRegistered } = found
  return (
    <>
      {!isRegistered && <Notice>The seller has no VAT number: invoices show no VAT.</Notice>}
      {found.counted.withoutRate > 0 && (
        <Notice>
          {found.counted.withoutRate === 1 ? 'One row has' : `${found.counted.withoutRate.toLocaleString('en-GB')} rows have`} no rate of
          exchange: not in the boxes before a rate of the 31 days before is saved in Settings.
        </Notice>
      )}
      <Corrections found={found} />
      <RecordSection title={`${formatDay(from)} to ${formatDay(to)}`} actions={<Lock quarter={quarter} found={found} />}>
        <div className="flex flex-col gap-4 p-5 sm:px-6">
          <EntryTable
            label="Boxes"
            rows={boxes}
            rowId={String}
            columns={[
              { header: 'Box', cell: (box: Box) => <span className="font-medium tabular-nums">{box}</span> },
              { header: 'For', cell: (box: Box) => boxLabels[box] },
              {
                header: 'Amount',
                align: 'end',
                cell: (box: Box) => <span className="font-medium whitespace-nowrap tabular-nums">{formatSterling(amounts[box])}</span>,
              },
            ]}
          />
          <Standing found={found} />
        </div>
      </RecordSection>
      <VatAdded quarter={quarter} found={found} />
      <VatDocuments found={found} />
      <VatPurchases found={found} />
    </>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-sm text-warn-ink">{children}</p>
)

/** Documents dated in a quarter that was already locked. */
function Corrections({ found: { counted, corrected } }: Pick<QuarterProps, 'found'>) {
  if (counted.corrections === 0) return null
  const isTooMuch = Math.abs(corrected.vat) > corrected.most
  return (
    <Notice>
      {counted.corrections === 1 ? 'One document' : `${counted.corrections.toLocaleString('en-GB')} documents`} of earlier quarters came
      after those were locked and {counted.corrections === 1 ? 'is' : 'are'} put right here: {formatSterling(corrected.vat)} of VAT.
      {isTooMuch &&
        ` That is more than ${formatSterling(corrected.most)}, the most that HMRC lets into a later return (VAT Regulations 1995, regulation 34): tell HMRC by a form of its own.`}
    </Notice>
  )
}

/** Amounts outside the boxes, and the quarter's state. */
function Standing({ found: { sums, locked, whyNotLocked } }: Pick<QuarterProps, 'found'>) {
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-muted">
      <p>
        By the dates of invoices, in sterling at the stored rates. Outside the scope of VAT, and in no box: {formatSterling(sums.outside)}.
        The margin scheme is not used.
      </p>
      {locked ? (
        <p>
          Locked on <DateText at={locked.at} />
          {locked.by && ` by ${locked.by}`}.
        </p>
      ) : (
        whyNotLocked !== null && <p>{whyNotLocked}</p>
      )}
    </div>
  )
}

function Lock({ quarter, found: { locked, whyNotLocked, mayUnlock } }: QuarterProps) {
  const may = useMay()
  const utils = trpc.useUtils()
  const [asks, setAsks] = useState(false)
  const lock = trpc.invoices.lockVatReturn.useMutation()
  const unlock = trpc.invoices.unlockVatReturn.useMutation()
  if (!may('invoices', 'write') || (locked ? !mayUnlock : whyNotLocked !== null)) return null
  const confirm = async () => {
    try {
      utils.invoices.vatReturn.setData(quarter, await (locked ? unlock : lock).mutateAsync(quarter))
      notifySuccess(locked ? 'The quarter is open again' : 'The quarter is locked')
    } catch (error) {
      failureToast(`Failed to ${locked ? 'open' : 'lock'} the quarter`)(error)
    }
    await utils.invoices.vatReturn.invalidate()
    setAsks(false)
  }
  return (
    <>
      <Button variant={locked ? 'secondary' : 'primary'} size="sm" onClick={() => setAsks(true)}>
        {locked ? 'Open again' : 'Lock quarter'}
      </Button>
      {asks && (
        <ConfirmDialog
          title={locked ? 'Open this quarter again?' : 'Lock this quarter?'}
          message={
            locked
              ? 'Its boxes are computed anew. Only where the return has not been sent to HMRC, or is sent again.'
              : 'Its boxes stay as they are now, as they were sent to HMRC. Documents that come later for it are in the next quarter.'
          }
          confirmLabel={locked ? 'Open again' : 'Lock quarter'}
          cancelLabel="Cancel"
          variant="primary"
          busy={lock.isPending || unlock.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  )
}
