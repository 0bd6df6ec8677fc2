import { useRef, useState } from 'react'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { EditSection } from '~/features/cases/office/parts/edit-section'
import type { Stored } from '~/components/form/conflict'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import {
  estimateLines,
  lineKindLabels,
  lineTotal,
  MOST_LINES,
  type Estimate,
  type EstimateLine,
  type Lines,
  type RepairEstimates,
} from '~/contracts/cases/estimates'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { ActualLines } from './actual-lines'
import { useWish } from '../use-case-tab'
import { draftOf, sentOf } from '../quote-kinds'
import { useQuotes } from '../use-quotes'
import { SendButton } from '../parts/send-button'
import { SentQuotes } from '../parts/sent-quotes'
import { comparedLines, LinesFields, linesDraft } from './lines-fields'
import { PresetsMenu } from './presets-menu'

const SendEstimateDialog = onDemand(() => import('./send-estimate-dialog').then((module) => module.SendEstimateDialog))

const NO_LINES: EstimateLine[] = []

/** An expedited repair starts with its fee line, which needs a price. */
const expeditedLines = ({ expedited }: RepairEstimates): EstimateLine[] | undefined =>
  expedited === null ? undefined : [{ kind: 'fee', label: expedited.label, quantity: 1, price: expedited.price ?? Number.NaN }]

interface SectionProps {
  repairId: string
  money: RepairEstimates
}

export function EstimateSection({ repairId }: { repairId: string }) {
  const estimates = trpc.repairs.estimates.useQuery({ id: repairId })
  const { data, isError } = estimates
  if (data) return <Sections repairId={repairId} money={data} />
  if (!isError) return <SectionSkeleton />
  return <LoadFailure message="Failed to fetch estimates" query={estimates} />
}

function Sections({ repairId, money }: SectionProps) {
  /** Initial lines of an unsaved estimate; undefined before it was begun. */
  const [begun, setBegun] = useState<{ lines: EstimateLine[] }>()
  const [justSent, setJustSent] = useState<number>()
  const { estimates } = money
  const draft = draftOf(money.estimates)
  const earlier = sentOf(estimates)
  const [latest] = earlier
  const isEditing = draft !== undefined || begun !== undefined || latest === undefined
  // A renewed estimate starts with the former lines.
  useWish('preset', !isEditing, () => setBegun({ lines: latest?.lines ?? NO_LINES }))
  const number = draft?.number ?? Math.max(0, ...estimates.map((estimate) => estimate.number)) + 1
  return (
    <>
      {isEditing ? (
        <DraftSection
          key={number}
          repairId={repairId}
          money={money}
          number={number}
          draft={draft}
          begunWith={begun?.lines ?? expeditedLines(money)}
          onSent={() => {
            setBegun(undefined)
            setJustSent(number)
          }}
        />
      ) : (
        <RecordSection title="Estimate">
          <div className="flex flex-wrap items-center justify-between gap-3 p-5 sm:p-6">
            <p className="text-sm text-ink-muted">{stateText(latest, money)}</p>
            <div className="flex flex-wrap gap-2">
              {latest.state !== 'accepted' && (
                <Button variant="secondary" size="sm" onClick={() => setBegun({ lines: latest.lines })}>
                  Revise estimate {latest.number}
                </Button>
              )}
              <Button variant="secondary" size="sm" onClick={() => setBegun({ lines: NO_LINES })}>
                New estimate
              </Button>
            </div>
          </div>
        </RecordSection>
      )}
      <SentQuotes noun="repairs" id={repairId} quotes={earlier} justSent={justSent} Details={SentLines} />
      <ActualLines repairId={repairId} money={money} />
    </>
  )
}

function stateText({ number, state }: Estimate, { accepted }: RepairEstimates): string {
  const soFar = accepted === null ? '' : ` ${formatEuro(accepted)} accepted in all; work beyond that needs another estimate.`
  const words = {
    draft: 'is a draft',
    sent: 'waits for the customer’s answer',
    accepted: 'was accepted',
    declined: 'was declined',
    expired: 'has expired',
  }
  return `Estimate ${number} ${words[state]}.${soFar}`
}

interface DraftSectionProps extends SectionProps {
  number: number
  /** Undefined before the first save. */
  draft: Estimate | undefined
  begunWith: EstimateLine[] | undefined
  onSent: () => void
}

/** @param lines of a draft before its first save */
const toStored = (money: RepairEstimates, lines = NO_LINES): Stored<Lines> => {
  const draft = draftOf(money.estimates)
  return { values: { lines: draft?.lines ?? lines }, version: draft?.version ?? 0 }
}

function DraftSection({ repairId: id, money, number, draft, begunWith, onSent }: DraftSectionProps) {
  const [sending, setSending] = useState(false)
  const { succeeded, failed, keep, reload } = useQuotes('repairs', id)
  const saveEstimate = trpc.repairs.saveEstimate.useMutation()
  const { accepted, service } = money
  const presets = useRef<HTMLButtonElement>(null)
  const { isSuccess: canChoose } = trpc.repairs.presets.useQuery()
  useWish('preset', canChoose, () => presets.current?.click())
  return (
    <>
      <EditSection
        title={`Estimate ${number}`}
        subject="this estimate"
        schema={estimateLines}
        stored={toStored(money, begunWith)}
        toDraft={linesDraft}
        compared={comparedLines}
        save={async ({ lines }, version) => toStored(keep(await saveEstimate.mutateAsync({ id, version, lines })))}
        reload={async () => toStored(keep(await reload()))}
        onSaved={(quietly) => !quietly && succeeded('Estimate saved successfully')}
        onFailure={(error) => failed(error, 'Failed to save estimate')}
        actions={(dirty, save) => (
          <SendButton
            needsSave={dirty || draft === undefined}
            save={save}
            isReady={dirty || (draft?.lines ?? begunWith ?? NO_LINES).length > 0}
            onSend={() => setSending(true)}
          >
            Send estimate
          </SendButton>
        )}
      >
        {(control) => (
          <>
            {accepted !== null && (
              <p className="rounded-lg border border-info-line bg-info-soft px-4 py-3 text-sm text-info-ink sm:col-span-2">
                The customer has accepted {formatEuro(accepted)}. This estimate is for work beyond that.
              </p>
            )}
            <LinesFields
              control={control}
              label={`Lines of estimate ${number}`}
              most={MOST_LINES}
              presets={(add) => <PresetsMenu ref={presets} service={service} onAdd={add} />}
            />
          </>
        )}
      </EditSection>
      {sending && draft && (
        <SendEstimateDialog
          repairId={id}
          number={draft.number}
          version={draft.version}
          onClose={() => setSending(false)}
          onSent={() => {
            setSending(false)
            onSent()
          }}
        />
      )}
    </>
  )
}

function SentLines({ quote: { lines } }: { quote: Estimate }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1 text-ink-muted underline-offset-4 hover:text-ink hover:underline">
        {lines.length === 1 ? '1 line' : `${lines.length} lines`}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {lines.map((line, index) => (
          <li key={`${index} ${line.label}`} className="flex gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere text-ink">
              {line.label} <span className="text-ink-subtle">({lineKindLabels[line.kind]})</span>
            </span>
            <span className="text-right whitespace-nowrap text-ink-muted tabular-nums">
              {line.quantity.toLocaleString('en-GB')} × {formatEuro(line.price)} = {formatEuro(lineTotal(line))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
