import { checkItemLabels, checkItemOfReason, checkResultLabels, type Check } from '~/contracts/cases/checklist'
import { deductedAmount } from '~/contracts/cases/deductions'
import { conditionLabels, conditionNotes } from '~/contracts/cases/trade-in-estimate'
import type { PublicOffer, PublicPicture } from '~/contracts/cases/tracking'
import { formatEuro } from '~/lib/money'
import { Thumbnails } from './pictures'

interface OfferDetailsProps {
  offer: PublicOffer
  pictures: readonly PublicPicture[]
}

/** How an offer comes about: the value of the grade, each deduction with what was found, and what else the inspection says. */
export function OfferDetails({ offer, pictures }: OfferDetailsProps) {
  const { grade, baseValue, deductions, checks, overrideReason, total } = offer
  const explained = new Set(deductions.map(({ label }) => checkItemOfReason(label)))
  const others = checks.filter(({ item }) => !explained.has(item))
  return (
    <div className="flex flex-col gap-4 text-sm">
      {grade !== null && (
        <p className="flex justify-between gap-4 text-ink">
          <span>
            Value in condition {conditionLabels[grade]} ({conditionNotes[grade]})
          </span>
          <span className="tabular-nums">{formatEuro(baseValue)}</span>
        </p>
      )}
      {deductions.length > 0 && (
        <ul aria-label="Deductions" className="flex flex-col gap-4 border-t border-line pt-4">
          {deductions.map((deduction, index) => {
            const item = checkItemOfReason(deduction.label)
            const found = checks.find((check) => check.item === item)
            return (
              // Deductions have no name of their own, and never change.
              <li key={index}>
                <p className="flex justify-between gap-4 font-medium text-ink">
                  <span className="wrap-anywhere">
                    {deduction.label}
                    {deduction.kind === 'percent' && ` (${deduction.amount.toLocaleString('en-GB')} % of the value)`}
                  </span>
                  <span className="tabular-nums">−{formatEuro(deductedAmount(baseValue, deduction))}</span>
                </p>
                <p className="mt-0.5 wrap-anywhere text-ink-muted">{deduction.explanation}</p>
                {found && <Finding check={found} />}
                <Thumbnails pictures={pictures.filter(({ checkItem }) => checkItem !== null && checkItem === item)} />
              </li>
            )
          })}
        </ul>
      )}
      {overrideReason !== null && (
        <p className="border-t border-line pt-4 wrap-anywhere text-ink">We offer another value: {overrideReason}</p>
      )}
      <p className="flex justify-between gap-4 border-t border-line pt-4 text-base font-semibold text-ink">
        <span>Our offer, as store credit</span>
        <span className="tabular-nums">{formatEuro(total)}</span>
      </p>
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium text-ink">What else the inspection found</summary>
          <ul className="mt-3 flex flex-col gap-2">
            {others.map((check) => (
              <li key={check.item}>
                <Finding check={check} />
                <Thumbnails pictures={pictures.filter(({ checkItem }) => checkItem === check.item)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const Finding = ({ check: { item, result, note } }: { check: Check }) => (
  <p className="mt-1 wrap-anywhere text-ink-muted">
    {checkItemLabels[item]}: {checkResultLabels[result]}
    {note !== '' && `. ${note}`}
  </p>
)
