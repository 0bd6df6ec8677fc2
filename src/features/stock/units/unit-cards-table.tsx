import { EntryTable } from '~/components/ui/entry-table'
import { partName, type UnitBoards } from '~/contracts/stock/boards'
import type { CardReading } from '~/contracts/stock/miners/cards/shape'
import { hashrateText } from '~/contracts/catalogue/hashrate'
import { Verdict } from './board-verdict'

type Card = NonNullable<UnitBoards['cards']>[number]

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const newest = ({ before, after }: Card) => (after.measured || after.found ? after : before)

const measured =
  (read: (card: CardReading) => string | null, className = 'wrap-anywhere') =>
  (card: Card) => {
    const side = newest(card).measured
    return <span className={className}>{(side && read(side)) ?? 'Not said'}</span>
  }

const memory = ({ memory: size, memoryFaults }: CardReading): string | null =>
  [size === null ? null : `${number.format(size / 1024)} GB`, memoryFaults === null ? null : memoryFaults.join('; ') || 'no faults']
    .filter((part) => part !== null)
    .join(', ') || null

const state = ({ isLost, hashrate, temperature }: CardReading): string | null =>
  isLost
    ? 'Does not answer'
    : [hashrate === null ? null : hashrateText(hashrate), temperature === null ? null : `${number.format(temperature)}\u00a0°C`]
        .filter((part) => part !== null)
        .join(', ') || null

export const UnitCardsTable = ({ cards }: { cards: readonly Card[] }) => (
  <EntryTable<Card>
    label="Graphics cards"
    rows={cards}
    rowId={({ slot }) => String(slot)}
    columns={[
      {
        header: 'Card',
        cell: (card) => (
          <>
            <span className="block font-medium">{partName('card', card.slot)}</span>
            <span className="block text-xs wrap-anywhere text-ink-muted">{newest(card).found?.serialNumber ?? 'No UUID'}</span>
          </>
        ),
      },
      { header: 'Model', cell: measured(({ model }) => model) },
      { header: 'Record', cell: (card) => <Verdict found={newest(card).found} /> },
      { header: 'State', cell: measured(state, 'wrap-break-word') },
      { header: 'Memory', cell: measured(memory) },
      { header: 'VBIOS', cell: measured(({ vbios }) => vbios, 'whitespace-nowrap') },
    ]}
  />
)
