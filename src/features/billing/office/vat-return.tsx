import { OfficeLink } from '~/components/admin-list/office-link'
import { Fragment, useContext, useState, type ReactNode } from 'react'
import { DateText, useMay, useNow, ViewerContext } from '~/components/admin-list/cells'
import { adminPaths } from '~/components/layouts/admin-nav'
import { RecordSection, SectionSkeleton, TABLE_IN_SECTION } from '~/components/layouts/record-page'
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
import { calendarDay, formatDay, formatMonth } from '~/lib/instant'
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
      <RecordSection
        title={`Quarter ${quarter.quarter} of ${quarter.year}`}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="secondary" size="sm" onClick={() => setQuarter(quarterBefore(quarter))}>
              Quarter before
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setQuarter(quarterAfter(quarter))}>
              Quarter after
            </Button>
            <a href={vatReturnFile(quarter)} download className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
              Download CSV
            </a>
            {data && <Lock key={data.from} quarter={quarter} found={data} />}
          </div>
        }
      >
        {query.isError && !data && <LoadFailure message="The VAT return could not be loaded" query={query} />}
        {!data && !query.isError && <SectionSkeleton />}
        {data && <Boxes found={data} />}
      </RecordSection>
      {data && (
        <Fragment key={data.from}>
          <VatAdded quarter={quarter} found={data} />
          <VatDocuments found={data} />
          <VatPurchases found={data} />
        </Fragment>
      )}
    </div>
  )
}

interface QuarterProps {
  quarter: VatQuarter
  found: VatReturn
}

/** The boxes of the return, and what there is to know of them. */
function Boxes({ found }: Pick<QuarterProps, 'found'>) {
  const { boxes: amounts, isRegistered, counted } = found
  return (
    <div className={`flex flex-col gap-4 ${TABLE_IN_SECTION}`}>
      <EntryTable
        label="Boxes"
        rows={boxes}
        rowId={String}
        columns={[
          {
            header: 'Box',
            cell: (box: Box) => (
              <span className="font-medium tabular-nums">
                {box}
                <span className="@xl:hidden"> {boxLabels[box]}</span>
              </span>
            ),
          },
          { header: 'For', inBlock: 'never', cell: (box: Box) => boxLabels[box] },
          {
            header: 'Amount',
            align: 'end',
            cell: (box: Box) => <span className="font-medium whitespace-nowrap tabular-nums">{formatSterling(amounts[box])}</span>,
          },
        ]}
      />
      <div className="flex flex-col gap-4 sm:px-3">
        {!isRegistered && <Notice>The seller has no VAT number: invoices show no VAT.</Notice>}
        {counted.withoutRate > 0 && (
          <Notice>
            {counted.withoutRate === 1 ? 'One row is' : `${counted.withoutRate.toLocaleString('en-GB')} rows are`} in no box: there is no
            rate of exchange for {monthsWithoutRate(found) || 'their days'}. A rate counts for 31 days from its own.{' '}
            <OfficeLink href={adminPaths.invoiceSettings} className="font-medium underline underline-offset-4">
              Save a rate
            </OfficeLink>
          </Notice>
        )}
        <Corrections found={found} />
        <Standing found={found} />
      </div>
    </div>
  )
}

/** 'August 2026 and September 2026', of the rows that are shown. */
function monthsWithoutRate({ documents, purchases }: VatReturn): string {
  const days = [
    ...documents.filter(({ netSterling, vatSterling }) => netSterling === null || vatSterling === null),
    ...purchases.filter(({ sterling }) => sterling === null),
  ].map(({ day }) => day.slice(0, 7))
  return new Intl.ListFormat('en-GB').format([...new Set(days)].toSorted().map(formatMonth))
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

/** Amounts in no box, and the state of the quarter. */
function Standing({ found: { from, to, sums, locked, whyNotLocked } }: Pick<QuarterProps, 'found'>) {
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-muted">
      <p>
        {formatDay(from)} to {formatDay(to)}, by the dates of invoices, in sterling at the stored rates. Outside the scope of VAT, and in no
        box: {formatSterling(sums.outside)}. The margin scheme is not used.
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
