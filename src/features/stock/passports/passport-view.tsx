import type { ReactNode } from 'react'
import { DetailList } from '~/components/admin-list/detail-list'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge, type Tone } from '~/components/ui/badge'
import { EntryTable } from '~/components/ui/entry-table'
import type { BoardOrigin, PassportContent } from '~/contracts/stock/passports'
import { hashrateText } from '~/contracts/catalogue/hashrate'
import { formatDay } from '~/lib/instant'

type Measured = NonNullable<PassportContent['measured']>

const origins: Record<BoardOrigin, { label: string; about: string; tone: Tone }> = {
  original: { label: 'Original', about: 'in the machine when we first read it', tone: 'success' },
  replaced: { label: 'Replaced here', about: 'put in by us', tone: 'info' },
  swapped_before: {
    label: 'Swapped elsewhere',
    about: 'put in by somebody else before the machine came to us, or came back',
    tone: 'warn',
  },
  unknown: { label: 'Not known', about: 'we cannot tell where it comes from', tone: 'neutral' },
}

const NOT_SAID = 'Not said'
const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const told = (value: number | null, unit: string) => (value === null ? NOT_SAID : `${number.format(value)} ${unit}`)
const rate = (value: number | null) => (value === null ? NOT_SAID : hashrateText(value))
const ofNominal = (value: string, nominal: string) => (nominal === NOT_SAID ? value : `${value} (nominal ${nominal})`)

const chips = ({ chips: found, expectedChips }: Measured['boards'][number]) =>
  found === null ? NOT_SAID : expectedChips === null ? number.format(found) : `${number.format(found)} of ${number.format(expectedChips)}`

function Boards({ boards }: Pick<Measured, 'boards'>) {
  const shown = [...new Set(boards.map(({ origin }) => origin))]
  return (
    <>
      <EntryTable<Measured['boards'][number]>
        label="Boards"
        rows={boards}
        rowId={({ slot }) => String(slot)}
        columns={[
          { header: 'Board', cell: ({ slot }) => slot },
          {
            header: 'Serial number',
            cell: ({ serialNumber }) => <span className="wrap-anywhere">{serialNumber ?? NOT_SAID}</span>,
          },
          {
            header: 'Where from',
            cell: ({ origin, since }) => (
              <>
                <Badge size="sm" tone={origins[origin].tone}>
                  {origins[origin].label}
                </Badge>
                {since !== null && <span className="block text-xs text-ink-muted">{formatDay(since)}</span>}
              </>
            ),
          },
          { header: 'Hashrate', align: 'end', cell: ({ hashrate }) => rate(hashrate) },
          { header: 'Chips', align: 'end', cell: chips },
          { header: 'Temperature', align: 'end', cell: ({ temperature }) => told(temperature, '°C') },
        ]}
      />
      <p className="mt-4 text-sm text-ink-muted">
        {shown.map((origin) => `${origins[origin].label}: ${origins[origin].about}.`).join(' ')} Machines measure their power as a whole, so
        power and efficiency are those of all boards together.
      </p>
    </>
  )
}

const testWords = (test: PassportContent['tests'][number]) =>
  test.kind === 'load'
    ? `Load test, ${number.format(test.minutes)} minutes`
    : `Electrical safety test: ${test.passed ? 'passed' : 'failed'}${test.reference === null ? '' : `, reference ${test.reference}`}`

interface Dated {
  on: string
  what: ReactNode
}

/** Events with their days. */
function DatedList({ label, rows, none }: { label: string; rows: readonly Dated[]; none: string }) {
  if (rows.length === 0) return <p className="text-sm text-ink-muted">{none}</p>
  return (
    <ul aria-label={label} className="flex flex-col gap-3 text-sm">
      {rows.map(({ on, what }, place) => (
        <li key={`${on} ${place}`} className="flex flex-col gap-x-4 sm:flex-row">
          <span className="w-40 shrink-0 text-ink-muted">{formatDay(on)}</span>
          <span className="min-w-0 wrap-anywhere text-ink">{what}</span>
        </li>
      ))}
    </ul>
  )
}

const inside = 'p-5 sm:px-6'

interface PassportViewProps {
  content: PassportContent
  /** Text beside the last day of the warranty. */
  warranty?: string
  /** Left out if only their number is shown. */
  pictures?: ReactNode
}

export function PassportView({ content, warranty, pictures }: PassportViewProps) {
  const { measured, nominal, parts, tests, repairs, warrantyUntil, saleWarranty } = content
  return (
    <div className="flex flex-col gap-4">
      <RecordSection title="Machine">
        <div className={inside}>
          <DetailList
            items={[
              { label: 'Model', value: `${content.manufacturer} ${content.model}`.trim() || NOT_SAID },
              { label: 'Serial number', value: content.serialNumber ?? 'None that could be read' },
              { label: 'Our number', value: content.unitNumber },
              {
                label: 'Warranty of our repairs',
                value:
                  warrantyUntil === null ? 'None' : `Until ${formatDay(warrantyUntil)}${warranty === undefined ? '' : `, ${warranty}`}`,
              },
              ...(saleWarranty === null ? [] : [{ label: 'Warranty with the sale', value: saleWarranty, wide: true }]),
            ]}
          />
        </div>
      </RecordSection>
      <RecordSection title="Measured">
        <div className={inside}>
          {measured ? (
            <>
              <DetailList
                items={[
                  { label: 'Hashrate', value: ofNominal(rate(measured.hashrate), rate(nominal.hashrate)) },
                  { label: 'Power', value: ofNominal(told(measured.power, 'W'), told(nominal.power, 'W')) },
                  { label: 'Efficiency', value: told(measured.efficiency, 'J/TH') },
                  { label: 'Read on', value: formatDay(measured.on) },
                ]}
              />
              {measured.boards.length > 0 && (
                <div className="mt-5">
                  <Boards boards={measured.boards} />
                </div>
              )}
            </>
          ) : (
            <p className="text-sm text-ink-muted">Nobody has read this machine after work on it.</p>
          )}
        </div>
      </RecordSection>
      <RecordSection title="Tests">
        <div className={inside}>
          <DatedList label="Tests" none="No test is on record." rows={tests.map((test) => ({ on: test.on, what: testWords(test) }))} />
        </div>
      </RecordSection>
      <RecordSection title="Repairs and parts">
        <div className={`${inside} flex flex-col gap-5`}>
          <DatedList
            label="Repairs"
            none="We have not repaired this machine."
            rows={repairs.map(({ on, what, parts: used }) => ({ on, what: [what, ...used].join(', ') }))}
          />
          {parts.length > 0 && (
            <div>
              <h3 className="mb-2 text-sm font-semibold text-ink">Parts of ours in it</h3>
              <DatedList label="Parts" none="" rows={parts.map(({ on, name, slot }) => ({ on, what: `${name} (${slot})` }))} />
            </div>
          )}
        </div>
      </RecordSection>
      {content.pictures.length > 0 && pictures !== undefined && (
        <RecordSection title="Pictures">
          <div className={inside}>{pictures}</div>
        </RecordSection>
      )}
    </div>
  )
}
