import { DateText } from '~/components/admin-list/cells'
import { useAction } from '~/components/form/use-action'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { boardAnswers, partName, type BoardAnswer, type FoundBoard, type UnitBoards } from '~/contracts/stock/boards'
import { readingPhases, type ReadingPhase } from '~/contracts/stock/readings'
import { hashrateText } from '~/contracts/catalogue/hashrate'
import { readingDoubts } from '~/contracts/stock/miners/reading'
import { errorWords, type BoardReading, type MinerReading } from '~/contracts/stock/miners/shape'
import { trpc } from '~/trpc/client'
import { answerWords, Verdict } from './board-verdict'
import { phaseWords, ReadMachine } from './read-machine'
import { UnitCardsTable } from './unit-cards-table'

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const saveFailed = 'Failed to save the board'

type Board = UnitBoards['boards'][number]

/** '76 of 76', or the fault. */
const chipsOf = ({ chips, expectedChips }: BoardReading) =>
  chips === null ? null : expectedChips === null ? number.format(chips) : `${number.format(chips)} of ${number.format(expectedChips)}`
const heatOf = ({ chipTemperature, temperature }: BoardReading) => {
  const heat = chipTemperature ?? temperature
  return heat === null ? null : `${number.format(heat)} °C`
}

/** Faults that name the board as the firmware counts: chains from 0, boards from 1. */
function faultsOf({ slot, isMissing, chips, expectedChips }: BoardReading, errors: readonly string[]): string {
  const own = errors.filter((error) => {
    const [, kind = '', place = ''] = /(chain|board)\s{0,2}#?(\d{1,3})/i.exec(error.slice(0, 300)) ?? []
    return place !== '' && Number(place) === (kind.toLowerCase() === 'chain' ? slot - 1 : slot)
  })
  const short =
    !isMissing && chips !== null && expectedChips !== null && chips < expectedChips ? [`${expectedChips - chips} chips missing`] : []
  return [...(isMissing ? ['Does not answer'] : []), ...short, ...own].join('; ') || 'None'
}

interface BothProps {
  board: Board
  of: (side: BoardReading, phase: ReadingPhase) => string | null
}

/** Before and after the work, stacked. */
const Both = ({ board, of }: BothProps) =>
  readingPhases.map((phase) => {
    const side = board[phase].measured
    if (!side) return null
    return (
      <span key={phase} className={phase === 'after' ? 'block text-ink' : 'block text-ink-muted'}>
        <span className="sr-only">{`${phaseWords[phase]}: `}</span>
        {phase === 'after' && <span aria-hidden="true">→ </span>}
        {of(side, phase) ?? 'Not said'}
      </span>
    )
  })

const Figure = (props: BothProps) => (
  <span className="whitespace-nowrap tabular-nums">
    <Both {...props} />
  </span>
)

const newestOf = ({ before, after }: Board): FoundBoard | null => after.found ?? before.found

/** Scrolls to it on appearing, since links lead here before it has loaded. */
function comeIntoSight(section: HTMLElement | null): void {
  if (section && window.location.hash === `#${section.id}`) section.scrollIntoView()
}

export function UnitBoardsSection({ unitId, mayWrite }: { unitId: string; mayWrite: boolean }) {
  const query = trpc.units.boards.useQuery({ id: unitId })
  const { data } = query
  if (!data) return query.isError ? <LoadFailure message="Failed to fetch the boards" query={query} /> : <SectionSkeleton />
  const { boards, foreign, notices } = data
  const open = foreign.filter(({ answer }) => answer === null)
  const answered = foreign.filter(({ answer }) => answer !== null)
  const errorsOf = (phase: ReadingPhase) => {
    const reading = data[phase]?.reading
    return reading ? errorWords(reading) : []
  }
  return (
    <div id="boards" ref={comeIntoSight} className="scroll-mt-20">
      <RecordSection title={data.cards && boards.length === 0 ? 'Graphics cards' : 'Boards'}>
        <div className="flex flex-col gap-5 p-5 sm:px-6">
          {open.map((board) => (
            <Question key={board.id} board={board} mayWrite={mayWrite} />
          ))}
          {notices.map((notice) => (
            <p key={notice} role="status" className="text-sm text-warn-ink">
              {notice}
            </p>
          ))}
          {data.before === null && data.after === null && boards.length === 0 ? (
            <p className="text-sm text-ink-muted">The machine has not been read yet.</p>
          ) : (
            <>
              <Machine page={data} />
              {data.cards && <UnitCardsTable cards={data.cards} />}
              {boards.length > 0 && (
                <EntryTable<Board>
                  label="Boards before and after the work"
                  rows={boards}
                  rowId={({ slot }) => String(slot)}
                  columns={[
                    {
                      header: 'Board',
                      cell: (board) => (
                        <>
                          <span className="block font-medium">{partName('board', board.slot)}</span>
                          <span className="block text-xs wrap-anywhere text-ink-muted">
                            {newestOf(board)?.serialNumber ?? 'No serial number'}
                          </span>
                        </>
                      ),
                    },
                    { header: 'Record', cell: (board) => <Verdict found={newestOf(board)} /> },
                    { header: 'Chips', cell: (board) => <Figure board={board} of={chipsOf} /> },
                    {
                      header: 'Hashrate',
                      cell: (board) => <Figure board={board} of={({ hashrate }) => (hashrate === null ? null : hashrateText(hashrate))} />,
                    },
                    { header: 'Temperature', cell: (board) => <Figure board={board} of={heatOf} /> },
                    { header: 'Errors', cell: (board) => <Both board={board} of={(side, phase) => faultsOf(side, errorsOf(phase))} /> },
                  ]}
                />
              )}
            </>
          )}
          {answered.length > 0 && <Answers boards={answered} />}
          {mayWrite && <ReadMachine unitId={unitId} />}
        </div>
      </RecordSection>
    </div>
  )
}

const figuresOf = (reading: MinerReading) => {
  const { hashrate, power, efficiency, source } = reading
  const errors = errorWords(reading)
  return [
    // A rig's program reports a rate only if it was asked; cards do not.
    ...(hashrate === null ? (source === 'cards' ? [] : ['No hashrate']) : [hashrateText(hashrate)]),
    power === null ? 'no power' : `${number.format(power)} W`,
    ...(efficiency === null ? [] : [`${number.format(efficiency)} J/TH`]),
    ...(errors.length === 0 ? [] : [errors.length === 1 ? `1 error: ${errors[0] ?? ''}` : `${errors.length} errors: ${errors.join('; ')}`]),
  ].join(', ')
}

const Machine = ({ page }: { page: UnitBoards }) => (
  <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
    {readingPhases.map((phase) => {
      const read = page[phase]
      return (
        <div key={phase}>
          <dt className="text-ink-muted first-letter:uppercase">{phaseWords[phase]}</dt>
          <dd className="wrap-anywhere text-ink">
            {read?.reading ? figuresOf(read.reading) : 'Not read'}
            {read?.reading &&
              readingDoubts(read.reading).notes.map((note) => (
                <span key={note} className="block text-warn-ink">
                  {note}
                </span>
              ))}
            {read && (
              <span className="block text-xs text-ink-muted">
                <DateText at={read.createdAt} />
                {read.caseNumber === null ? '' : `, ${read.caseNumber}`}
              </span>
            )}
          </dd>
        </div>
      )
    })}
  </dl>
)

/** About a board that was not changed here. */
function Question({ board, mayWrite }: { board: FoundBoard; mayWrite: boolean }) {
  const utils = trpc.useUtils()
  const answer = useAction(trpc.units.answerBoard.useMutation({ onSettled: () => utils.units.invalidate() }), { failed: saveFailed })
  const name = partName(board.kind ?? 'board', board.slot)
  const say = (given: BoardAnswer) => answer.run({ id: board.id, answer: given }, `${name}: ${given}`)
  return (
    <div
      role="group"
      aria-label={`Question about ${name}`}
      className="rounded-lg border border-warn-line bg-warn-soft p-4 text-sm text-warn-ink"
    >
      <p>
        <span className="font-semibold">{name}</span> was changed by nobody here. It was read as{' '}
        <span className="font-mono wrap-anywhere">{board.serialNumber ?? 'no serial number'}</span>, <DateText at={board.readAt} />. Swapped
        before us, or misread?
      </p>
      {mayWrite && (
        <div className="mt-3 grid gap-2 sm:flex">
          {boardAnswers.map((each) => (
            <Button key={each} variant="secondary" disabled={answer.busy} onClick={() => void say(each)}>
              {answerWords[each]}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

const askedAbout = (found: readonly FoundBoard[]): string => {
  const part = found.every(({ kind }) => kind === 'card') ? 'card' : 'board'
  return found.length === 1 ? `1 ${part} was asked about` : `${found.length} ${part}s were asked about`
}

const Answers = ({ boards }: { boards: readonly FoundBoard[] }) => (
  <details className="text-sm">
    <summary className="w-fit cursor-pointer py-1 text-ink-muted underline-offset-4 hover:text-ink hover:underline">
      {askedAbout(boards)}
    </summary>
    <ul className="mt-2 flex flex-col gap-2">
      {boards.map(({ id, kind, slot, serialNumber, answer, answeredBy, answeredAt }) => (
        <li key={id} className="wrap-anywhere text-ink">
          {partName(kind ?? 'board', slot)}, {serialNumber ?? 'no serial number'}:{' '}
          {answer === null ? '' : answerWords[answer].toLowerCase()}
          <span className="block text-xs text-ink-muted">
            {answeredBy ?? 'Somebody'}
            {answeredAt && (
              <>
                , <DateText at={answeredAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  </details>
)
