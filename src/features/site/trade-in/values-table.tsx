import { useState } from 'react'
import { Icon } from '~/components/ui/icon'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionGrades, conditionLabels, tradeInEstimate } from '~/contracts/catalogue/trade-in-estimate'
import { formatEuro } from '~/lib/money'
import { categoriesOf, machineLabel } from './machine-choice'

function CategoryValues({ category, machines }: { category: string; machines: ActiveMachine[] }) {
  return (
    // A region that scrolls sideways must be focusable.
    <div role="region" aria-label={`Trade-in values: ${category}`} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-xl text-left tabular-nums">
        <caption className="pb-2 text-left text-lg font-semibold">{category}</caption>
        <thead>
          <tr className="border-b border-line-strong text-sm text-ink-muted">
            <th scope="col" className="sticky left-0 bg-surface py-2 pr-4 font-medium">
              Model
            </th>
            {conditionGrades.map((grade) => (
              <th key={grade} scope="col" className="py-2 pl-4 text-right font-medium">
                {conditionLabels[grade]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <tr key={machine.id} className="border-b border-line last:border-b-0">
              <th scope="row" className="sticky left-0 bg-surface py-2.5 pr-4 font-normal">
                {machineLabel(machine, machines)}
              </th>
              {conditionGrades.map((grade) => (
                <td key={grade} className="py-2.5 pl-4 text-right">
                  {formatEuro(tradeInEstimate(machine, grade))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** In the HTML for readers without scripts; with scripts the rows are rendered when it is opened, which keeps the page light. */
export function ValuesTable({ machines }: { machines: ActiveMachine[] }) {
  const [open, setOpen] = useState(false)
  if (machines.length === 0) return null

  const tables = categoriesOf(machines).map((category) => (
    <CategoryValues key={category} category={category} machines={machines.filter((machine) => machine.category === category)} />
  ))
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group mt-4 rounded-card border border-line bg-surface">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-card px-6 font-medium sm:px-8 [&::-webkit-details-marker]:hidden">
        All trade-in values
        <Icon name="chevron-down" className="size-5 shrink-0 text-ink-subtle transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-8 border-t border-line px-6 py-6 sm:px-8">{open ? tables : <noscript>{tables}</noscript>}</div>
    </details>
  )
}
