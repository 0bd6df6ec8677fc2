import { checkItemLabels, checkItemOfReason, checkResultLabels, type Check } from '~/contracts/cases/checklist'
import { deductedAmount } from '~/contracts/cases/deductions'
import { conditionLabels, conditionNotes, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import type { PublicOffer, PublicPicture } from '~/contracts/cases/tracking'
import { formatEuro } from '~/lib/money'
import { OFFER_VAT } from '~/lib/vat-words'
import { Thumbnails } from './pictures'

/** The customer's condition and the quoted value (EUR). */
export interface Said {
  grade: ConditionGrade | null
  value: number | null
}

interface OfferDetailsProps {
  offer: PublicOffer
  said: Said | null
  pictures: readonly PublicPicture[]
}

/** Lower case within a sentence, 'Fan replacement' → 'fan replacement', but not for names such as 'PSU'. */
const within = (label: string) => (/^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)

/** Follow 'because'. */
const foundIn: Record<ConditionGrade, string> = {
  excellent: 'it is like new',
  good: 'it shows minor wear',
  fair: 'it works and shows wear',
  poor: 'it does not work, or is broken',
}

/** Follows 'because'; '' without reasons. */
function reasonsOf({ grade, baseValue, deductions, checks }: PublicOffer, said: Said | null): string {
  const faults = checks.filter(({ result }) => result === 'fault').map(({ item }) => checkItemLabels[item].toLowerCase())
  const less = deductions.map((each) => `less ${formatEuro(deductedAmount(baseValue, each))} for ${within(each.label)}`)
  const condition = grade === null ? null : foundIn[grade]
  if (condition !== null && less.length > 0) return [condition, ...less].join(', ')
  if (condition !== null && grade !== said?.grade) return condition
  return faults.length === 0 ? '' : `we found a fault: ${faults.join(', ')}`
}

/** 'You said Good, €640.00. We found Fair, €450.00, because it works and shows wear.' */
function offerSentence(offer: PublicOffer, said: Said | null): string {
  const named = (grade: ConditionGrade | null, value: number) =>
    `${grade === null ? '' : `${conditionLabels[grade]}, `}${formatEuro(value)}`
  const before = typeof said?.value === 'number' ? `You said ${named(said.grade, said.value)}. ` : ''
  if (offer.overrideReason !== null) {
    const reason = offer.overrideReason.replace(/\.$/, '')
    return `${before}We offer ${formatEuro(offer.total)}: ${reason}.`
  }
  const isSame = said !== null && said.grade === offer.grade && said.value === offer.total
  if (isSame) return `${before}We found the same: our offer is ${formatEuro(offer.total)} of store credit.`
  const because = reasonsOf(offer, said)
  return `${before}We found ${named(offer.grade, offer.total)}${because === '' ? '' : `, because ${because}`}.`
}

/** The grade's value, each deduction with its finding, and other results of the inspection. */
export function OfferDetails({ offer, said, pictures }: OfferDetailsProps) {
  const { grade, baseValue, deductions, checks, total } = offer
  const explained = new Set(deductions.map(({ label }) => checkItemOfReason(label)))
  const others = checks.filter(({ item }) => !explained.has(item))
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-base wrap-anywhere text-ink">{offerSentence(offer, said)}</p>
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
              // Deductions have no id and never change.
              <li key={index} className="flex flex-wrap items-start justify-between gap-x-4">
                <div className="min-w-0 flex-1 basis-56">
                  <p className="font-medium wrap-anywhere text-ink">
                    {deduction.label}
                    {deduction.kind === 'percent' && ` (${deduction.amount.toLocaleString('en-GB')}% of the value)`}
                  </p>
                  <p className="mt-0.5 wrap-anywhere text-ink-muted">{deduction.explanation}</p>
                  {found && <Finding check={found} />}
                </div>
                <div className="ml-auto flex flex-row-reverse items-start gap-3">
                  <p className="font-medium text-ink tabular-nums">−{formatEuro(deductedAmount(baseValue, deduction))}</p>
                  <Thumbnails pictures={pictures.filter(({ checkItem }) => checkItem !== null && checkItem === item)} />
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <p className="flex justify-between gap-4 border-t border-line pt-4 text-base font-semibold text-ink">
        <span>Our offer, as store credit</span>
        <span className="tabular-nums">{formatEuro(total)}</span>
      </p>
      <p className="text-ink-muted">{OFFER_VAT}</p>
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
