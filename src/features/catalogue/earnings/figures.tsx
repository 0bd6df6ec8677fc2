import type { ReactNode } from 'react'
import type { Earnings, MachineEarnings } from '~/contracts/catalogue/earnings'
import { STALE_HOURS } from '~/contracts/catalogue/network'
import { formatDateTime } from '~/lib/date-text'
import { saidBreakEven, saidCents, saidCoins, saidCost, type SaidFigure } from './earnings-text'

const Figure = ({ figure: { range, today } }: { figure: SaidFigure }) => (
  <span className="block">
    <span className="block font-semibold tabular-nums">{range}</span>
    {today !== range && <span className="block text-sm text-ink-muted tabular-nums"> today {today}</span>}
  </span>
)

const NoPrice = () => <span className="text-ink-muted">Type your electricity price</span>

export const figureNames = ['Coins a day', 'Income a day', 'Electricity a day', 'Result a day', 'Pays for itself'] as const
export type FigureName = (typeof figureNames)[number]

/** Each figure of an estimate, or why it is missing. */
export function figuresOf({ coins, income, cost, result, breakEven }: Earnings): Record<FigureName, ReactNode> {
  return {
    'Coins a day': coins.map((coin) => <Figure key={coin.coin} figure={saidCoins(coin)} />),
    'Income a day': <Figure figure={saidCents(income)} />,
    'Electricity a day': cost === null ? <NoPrice /> : <Figure figure={saidCost(cost)} />,
    'Result a day': result === null ? <NoPrice /> : <Figure figure={saidCents(result)} />,
    'Pays for itself':
      cost === null ? (
        <NoPrice />
      ) : breakEven === undefined ? (
        <span className="text-ink-muted">We do not know its price</span>
      ) : (
        <span className="font-semibold">{saidBreakEven(breakEven)}</span>
      ),
  }
}

export function whyNone(found: Exclude<MachineEarnings, { state: 'current' }>, algorithm: string): string {
  if (found.state === 'unknown') return `We have no current figures of ${algorithm} networks, so we estimate nothing here.`
  return `The newest figures of ${algorithm} networks that we have are of ${formatDateTime(new Date(found.at))}. They are older than ${STALE_HOURS} hours, so we estimate nothing by them.`
}

/** Shown below the figures. */
export const ABOUT_FIGURES =
  'Averages of the next 12 months, from fast growth of the difficulty to slow; below them the figure at the difficulty of today.'
export const NO_ADVICE = 'This is an estimate and no advice: prices and networks change, and nobody knows how.'
