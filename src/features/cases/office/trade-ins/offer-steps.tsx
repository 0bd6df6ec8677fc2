import type { ReactNode } from 'react'
import type { Offer } from '~/contracts/cases/offers'
import { conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { formatEuro } from '~/lib/money'
import { amountText } from './evaluation-values'
import { checkItemLabels, checkResultLabels } from '~/contracts/cases/checklist'
import { deductedAmount } from '~/contracts/cases/deductions'

export function OfferSteps({ quote: { grade, baseValue, deductions, checks, overrideReason, internalNote } }: { quote: Offer }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1 text-ink-muted underline-offset-4 hover:text-ink hover:underline">
        How it comes about
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {grade && <OfferStep amount={formatEuro(baseValue)}>Value in condition {conditionLabels[grade]}</OfferStep>}
        {deductions.map((deduction, index) => (
          <OfferStep key={`${index} ${deduction.label}`} amount={`−${formatEuro(deductedAmount(baseValue, deduction))}`}>
            {deduction.label}
            {deduction.kind === 'percent' && ` (${amountText(deduction)})`}
            <span className="block text-ink-muted">{deduction.explanation}</span>
          </OfferStep>
        ))}
        {overrideReason !== null && <li className="wrap-anywhere text-ink">Another value: {overrideReason}</li>}
        {internalNote !== null && <li className="wrap-anywhere text-ink-muted">Internal note: {internalNote}</li>}
      </ul>
      {checks.length > 0 && (
        <ul aria-label="Checklist" className="mt-2 flex flex-col gap-1 text-ink-muted">
          {checks.map(({ item, result, note }) => (
            <li key={item} className="wrap-anywhere">
              {checkItemLabels[item]}: {checkResultLabels[result]}
              {note && `, ${note}`}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

const OfferStep = ({ amount, children }: { amount: string; children: ReactNode }) => (
  <li className="flex justify-between gap-3">
    <span className="min-w-0 flex-1 wrap-anywhere text-ink">{children}</span>
    <span className="whitespace-nowrap text-ink-muted tabular-nums">{amount}</span>
  </li>
)
