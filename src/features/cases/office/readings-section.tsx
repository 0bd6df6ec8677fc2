import { OfficeLink } from '~/components/admin-list/office-link'
import { Gauge } from '~/components/icons/lucide'
import { useMay } from '~/components/admin-list/cells'
import { useContext, useState } from 'react'
import { RecordName, RecordSection } from '~/components/layouts/record-page'
import { serverMessage } from '~/components/form/server-errors'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { Skeleton } from '~/components/ui/loading'
import type { CaseReading, ReadingPhase } from '~/contracts/stock/readings'
import type { CaseRef } from '~/contracts/case-ref'
import { proposeEvaluation, type CaseMachine } from '~/contracts/stock/miners/reading'
import { readingText } from '~/lib/reading-text'
import { unitPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { FileDrop } from '~/components/ui/file-drop'
import { fileMessages } from './file-grid'
import { CardTable } from './card-table'
import { boardPairs, type ReadPair } from './board-pairs'
import { BoardTable, Origins, ReadingTable } from './reading-table'

const BoardChart = onDemand(
  () => import('./board-chart').then((module) => module.BoardChart),
  () => <Skeleton className="h-48" />,
)

const NO_MACHINE: CaseMachine = {}
const UNREACHABLE = 'We could not reach the server, so the file was not read.'

interface ReadingsSectionProps {
  of: CaseRef
  phases: Readonly<Record<ReadingPhase, string>>
  /** Nameplate hashrate, '110 TH/s', if known. */
  nominal?: string | null
  machine?: CaseMachine
}

const newest = (readings: readonly CaseReading[], phase: ReadingPhase) =>
  readings.find((each) => each.phase === phase && each.reading !== null)

export function ReadingsSection({ of, phases, nominal = null, machine = NO_MACHINE }: ReadingsSectionProps) {
  const utils = trpc.useUtils()
  const query = trpc.cases.readings.list.useQuery(of)
  const add = trpc.cases.readings.add.useMutation()
  const submit = useSubmission()
  const about = useContext(RecordName)
  const [fault, setFault] = useState<{ name: string; message: string }>()
  const [notices, setNotices] = useState<readonly string[]>([])
  const may = useMay()
  const unit = trpc.units.ofCase.useQuery(of, { enabled: may('units', 'read') }).data?.unit

  const read = async (phase: ReadingPhase, file: File) => {
    setFault(undefined)
    setNotices([])
    try {
      const text = await readingText(file)
      const added = await submit((idempotencyKey) => add.mutateAsync({ case: of, phase, name: file.name, text, idempotencyKey }))
      setNotices(added.notices ?? [])
      await Promise.all([utils.cases.invalidate(), utils.units.invalidate()])
      notifySuccess(`Machine read: ${phases[phase].toLowerCase()}`, { about })
    } catch (error) {
      setFault({ name: file.name, message: error instanceof RangeError ? error.message : (serverMessage(error) ?? UNREACHABLE) })
    }
  }
  const drop = (phase: ReadingPhase) => (
    <FileDrop
      label={`Read machine: ${phases[phase].toLowerCase()}`}
      icon={<Gauge className="size-5 text-ink-subtle" aria-hidden="true" />}
      accept=".json,.txt,.log,.xml,.csv,application/json,text/plain,text/xml,text/csv"
      disabled={add.isPending}
      onFiles={([file]) => {
        if (file) void read(phase, file)
      }}
    />
  )
  const readings = query.data ?? []
  const pair: ReadPair = { before: newest(readings, 'before'), after: newest(readings, 'after') }
  const latest = pair.after ?? pair.before

  return (
    <RecordSection title="Machine readings">
      <div className="flex flex-col gap-5 p-5 sm:p-6">
        <div className="grid gap-3 sm:grid-cols-2">
          {drop('before')}
          {drop('after')}
        </div>
        <p className="text-sm text-ink-muted">
          A JSON file as pyasic writes it, the miner’s own answers to <code>summary</code>, <code>stats</code>, <code>pools</code> and{' '}
          <code>devs</code>, or the pages of its firmware. Of graphics cards: <code>nvidia-smi -q -x</code> or{' '}
          <code>rocm-smi -a --json</code>.
        </p>
        {fault && (
          <p role="alert" className="text-sm wrap-anywhere text-danger-ink">
            {fault.name}: {fault.message}
          </p>
        )}
        {notices.map((notice) => (
          <p key={notice} role="status" className="text-sm wrap-anywhere text-warn-ink">
            {notice}
          </p>
        ))}
        {unit && (
          <p className="text-sm">
            <OfficeLink
              href={`${unitPageOf(unit.unitNumber)}#boards`}
              className="font-medium wrap-anywhere text-ink underline underline-offset-4"
            >
              Boards of {unit.unitNumber}
            </OfficeLink>
          </p>
        )}
        {query.error !== null && query.data === undefined ? (
          <LoadFailure message={fileMessages.readingsFailed} query={query} />
        ) : query.data === undefined ? (
          <Skeleton className="h-48" />
        ) : latest?.reading ? (
          <>
            <ReadingTable pair={pair} phases={phases} nominal={nominal} machine={machine} />
            <BoardTable pair={pair} phases={phases} nominal={nominal} machine={machine} />
            <CardTable cards={latest.reading.cards ?? []} />
            {boardPairs(pair).length > 0 && (
              <div aria-hidden="true" className="h-48">
                <BoardChart pair={pair} phases={phases} />
              </div>
            )}
            <Findings proposal={proposeEvaluation(latest.reading, nominal, machine)} />
            <Origins reading={latest.reading} />
          </>
        ) : (
          <p className="text-sm text-ink-muted">The machine has not been read yet.</p>
        )}
      </div>
    </RecordSection>
  )
}

function Findings({ proposal: { checks, grade, notes = [] } }: { proposal: ReturnType<typeof proposeEvaluation> }) {
  return (
    <div className="text-sm">
      <h3 className="font-semibold text-ink">What the reading says</h3>
      <ul className="mt-2 flex flex-col gap-1.5">
        {checks.map(({ item, result, note }) => (
          <li key={item} className={result === 'fault' ? 'text-danger-ink' : 'text-ink'}>
            <span className="font-medium">{result === 'fault' ? 'Fault' : 'OK'}:</span> {note}
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} className="wrap-anywhere text-warn-ink">
            <span className="font-medium">Note:</span> {note}
          </li>
        ))}
        {grade && (
          <li className="text-ink">
            <span className="font-medium">Proposed grade: {grade.grade}.</span> {grade.reason}
          </li>
        )}
      </ul>
    </div>
  )
}
