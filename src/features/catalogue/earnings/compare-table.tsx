import Link from 'next/link'
import { EntryTable } from '~/components/ui/entry-table'
import { machineEarnings } from '~/contracts/catalogue/earnings'
import type { ComparedMachine, NetworkFigures } from '~/contracts/catalogue/network'
import { isPriceOnRequest } from '~/contracts/catalogue/products'
import { formatEuro } from '~/lib/money'
import { saidAssumptions, saidSource } from './earnings-text'
import { ABOUT_FIGURES, figureNames, figuresOf, NO_ADVICE, whyNone, type FigureName } from './figures'

interface CompareTableProps {
  machines: readonly ComparedMachine[]
  network: NetworkFigures
  /** EUR per kWh. */
  electricity: string | null
  now: number
  onRemove: (machine: ComparedMachine) => void
}

function Machine({ machine, onRemove }: { machine: ComparedMachine; onRemove: () => void }) {
  const { name, href, hashrate, power, price, kind } = machine
  return (
    <>
      <span className="block font-semibold wrap-anywhere">
        {href === null ? (
          name
        ) : (
          <Link href={href} prefetch={false} className="underline underline-offset-4">
            {name}
          </Link>
        )}
      </span>
      <span className="block text-sm text-ink-muted">
        {[hashrate, power, kind === 'trade-in' ? 'we take it in' : isPriceOnRequest(price) ? '' : formatEuro(price)]
          .filter((fact) => fact !== '')
          .join(' · ')}
      </span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="min-h-11 font-medium text-accent-ink underline underline-offset-4"
      >
        Remove
      </button>
    </>
  )
}

/** Several estimates side by side. */
export function CompareTable({ machines, network, electricity, now, onRemove }: CompareTableProps) {
  const rows = machines.map((machine) => {
    const { earning } = machine
    const found = earning && machineEarnings(earning, network, { electricity, now })
    return {
      machine,
      figures: found?.state === 'current' ? figuresOf(found.earnings) : null,
      group: found?.state === 'current' ? found.group : null,
      why: earning
        ? found && found.state !== 'current'
          ? whyNone(found, earning.algorithm)
          : ''
        : 'We do not know its hashrate, its power or its algorithm.',
    }
  })
  type Row = (typeof rows)[number]
  const cellOf = (name: FigureName, place: number) => (row: Row) =>
    row.figures?.[name] ?? (place === 0 ? <span className="text-ink-muted">{row.why}</span> : '–')
  const columns = [
    { header: 'Machine', wide: true, cell: ({ machine }: Row) => <Machine machine={machine} onRemove={() => onRemove(machine)} /> },
    ...figureNames.map((header, place) => ({ header, cell: cellOf(header, place) })),
  ]
  const groups = [...new Map(rows.flatMap(({ group }) => (group ? [[group.coins[0].coin, group] as const] : []))).values()]
  return (
    <>
      {groups.length > 0 && (
        <p className="mb-4 text-ink-muted">
          {ABOUT_FIGURES} {NO_ADVICE}
        </p>
      )}
      <EntryTable label="What machines earn" columns={columns} rows={rows} rowId={({ machine }) => machine.key} />
      {groups.map((group) => (
        <p key={group.coins[0].coin} className="mt-4 text-sm text-ink-muted">
          {groups.length > 1 && `${group.coins[0].algorithm}: `}
          {saidAssumptions(network.assumptions, group)} {saidSource(group)}
        </p>
      ))}
    </>
  )
}
