import { ArrowLeft } from '~/components/icons/lucide'
import Link from 'next/link'
import { useState, type ReactNode } from 'react'
import { FormNote } from '~/components/form/form-note'
import { isMissing } from '~/components/form/server-errors'
import { Container } from '~/components/ui/container'
import { LoadFailure } from '~/components/ui/load-failure'
import { PageHeader } from '~/components/ui/page-header'
import type { AnswerFields, AnswersTogether, TrackedCase, TrackedRepair } from '~/contracts/cases/tracking'
import type { CustomerBill } from '~/contracts/billing/bill'
import { formatDate } from '~/lib/date-text'
import { AddressForm, AddressPanel } from './address-panel'
import { AnswerPanel } from './answer-panel'
import { CaseAside } from './case-aside'
import { CaseSkeleton } from './case-skeleton'
import { ComparisonPanel } from './comparison-panel'
import { Pictures } from './pictures'
import { isReplacedBy, QuotePanel } from './quote-panel'
import { SentPanel, type SentParcel } from './sent-panel'
import { CaseStages } from './case-stages'
import { LinkForm } from './link-form'
import type { Said } from './offer-details'
import { progressOf } from './progress-of'
import { withOffers } from './together-answers'
import { RequestPanel } from './request-panel'
import { Told } from './told'
import { WithdrawPanel } from './withdraw-panel'
import { caseNames } from '~/contracts/case-ref'
import { CaseHistory } from './case-history'

export interface CaseCalls {
  /** Answers the quote on screen. @throws the server's refusal */
  onAnswer: (given: AnswerFields) => Promise<void>
  /** Answers several offers of the request. */
  onAnswerTogether: (answers: AnswersTogether) => Promise<unknown>
  /** @param value EUR on screen; null if unknown */
  onConvert: (value: number | null) => Promise<void>
  /** Takes an acceptance back. @throws the server's refusal */
  onTakeBack: (quote: number) => Promise<void>
  /** Reports that the device was sent, and which others of its request with it. */
  onSent: (parcel: SentParcel) => Promise<void>
  onAddress: (returnAddress: string) => Promise<void>
  onWithdraw: () => Promise<void>
  onChanged: () => void
}

interface CaseScreenProps extends CaseCalls {
  query: { data: TrackedCase | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Page of the linked case; left out if it has none. */
  linkedHref?: (linked: Linked) => string
  requestHref: (number: string) => string
  messages?: ReactNode
  list?: { href: string; name: string }
  bill?: (bill: CustomerBill) => ReactNode
  payments?: (repair: TrackedRepair) => ReactNode
  credited?: (amount: number) => ReactNode
}

export function CaseScreen({ query, ...rest }: CaseScreenProps) {
  const { data, error } = query
  // A link revoked while its page is open shows nothing further.
  if (isMissing(error)) return <DeadLink />
  if (data) return <Case tracked={data} {...rest} />
  if (!error) return <CaseSkeleton />
  return (
    <>
      <PageHeader title="Your repair or trade-in" lead="It could not be loaded." />
      <Container className="py-10">
        <LoadFailure message="Your case could not be loaded" query={query} />
      </Container>
    </>
  )
}

function DeadLink() {
  return (
    <>
      <PageHeader
        title="This link does not work"
        lead="It was replaced, has ended, or was copied only in part. Enter the number of your repair or trade-in, and we email you a new one."
      />
      {/* As high as the skeleton, so that the footer does not move. */}
      <Container className="min-h-184 py-10 lg:min-h-112">
        <div className="max-w-xl">
          <LinkForm />
        </div>
      </Container>
    </>
  )
}

function Case({
  tracked,
  list,
  linkedHref,
  requestHref,
  messages,
  onAnswer,
  onAnswerTogether,
  onTakeBack,
  onSent,
  onAddress,
  onWithdraw,
  onChanged,
  ...ofKind
}: { tracked: TrackedCase } & Omit<CaseScreenProps, 'query'>) {
  const [newest, ...older] = tracked.quotes
  const { said, became, bill, payments, comparison } = partsOf(tracked, { ...ofKind, onChanged })
  const progress = progressOf(tracked.facts)
  // Said here where the form that was sent leaves its place.
  const [told, setTold] = useState<string>()
  const answerTogether = async (answers: AnswersTogether) => {
    await onAnswerTogether(answers)
    setTold(`Thank you. We have your ${answers.length === 1 ? 'answer' : `${answers.length} answers`}, and have sent you a receipt.`)
  }
  const giveAddress = async (returnAddress: string) => {
    await onAddress(returnAddress)
    setTold('Thank you. We have the address.')
  }
  const open = progress.need === 'answer' ? newest : undefined
  const asksAddress = progress.asksAddress && tracked.mayChangeAddress && open === undefined
  const isAnsweredTogether = !tracked.passedAt && withOffers(tracked.request ?? []).length > 1
  const request = tracked.request && (
    <RequestPanel
      cases={tracked.request}
      current={tracked.number}
      hrefOf={requestHref}
      onAnswer={tracked.passedAt ? undefined : answerTogether}
      onChanged={onChanged}
    />
  )
  return (
    <>
      <PageHeader title={`${caseNames[tracked.noun]} ${tracked.number}`} lead={`${tracked.device}. ${progress.headline}`}>
        <CaseStages label={`Stages of your ${caseNames[tracked.noun].toLowerCase()}`} progress={progress} />
      </PageHeader>
      <Container className="grid items-start gap-6 py-8 sm:py-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {list && (
            <Link
              href={list.href}
              prefetch={false}
              className="-my-2 inline-flex min-h-9 items-center gap-1.5 self-start text-sm font-medium text-ink-muted underline-offset-4 hover:underline"
            >
              <ArrowLeft className="size-4" aria-hidden="true" />
              {list.name}
            </Link>
          )}
          {tracked.passedAt && (
            <FormNote tone="info">
              It went to another customer on {formatDate(tracked.passedAt)}. You see it as it was then; what happens since is theirs.
            </FormNote>
          )}
          {became && <LinkedNote linked={became} linkedHref={linkedHref} />}
          {told !== undefined && <Told key={told}>{told}</Told>}
          {isAnsweredTogether && request}
          <AnswerPanel key={tracked.number} {...{ tracked, progress, onAnswer, onTakeBack, onChanged }} quote={open}>
            {!tracked.hasArrived && !tracked.isClosed && <SentPanel tracked={tracked} onSent={onSent} />}
            {asksAddress && <AddressForm key={tracked.number} tracked={tracked} onAddress={giveAddress} />}
          </AnswerPanel>
          {bill}
          {!isAnsweredTogether && request}
          {newest && <QuotePanel quote={newest} said={said} pictures={tracked.pictures} isOpen={open !== undefined} />}
          {!tracked.passedAt && payments}
          {comparison}
          {older.map((quote, index) => (
            <QuotePanel
              key={quote.number}
              quote={quote}
              said={said}
              pictures={tracked.pictures}
              isOld
              isReplaced={isReplacedBy(quote, tracked.quotes[index])}
            />
          ))}
          {messages}
          <Pictures pictures={tracked.pictures} uploadAddress={tracked.uploadAddress} onChanged={onChanged} />
          <CaseHistory noun={tracked.noun} events={tracked.events} />
          {tracked.isOnlineRequest && !tracked.sentIn && !tracked.hasArrived && !tracked.isClosed && (
            <WithdrawPanel tracked={tracked} onWithdraw={onWithdraw} />
          )}
        </div>
        <CaseAside tracked={tracked} linkedHref={linkedHref}>
          {!asksAddress && <AddressPanel key={tracked.number} tracked={tracked} onAddress={onAddress} />}
        </CaseAside>
      </Container>
    </>
  )
}

interface KindParts {
  said: Said | null
  became?: TrackedCase['linked']
  bill?: ReactNode
  payments: ReactNode
  comparison?: ReactNode
}

/** Parts of the page that only one kind has. */
function partsOf(
  tracked: TrackedCase,
  { bill, payments, credited, onConvert, onChanged }: Pick<CaseScreenProps, 'bill' | 'payments' | 'credited' | 'onConvert' | 'onChanged'>,
): KindParts {
  if (tracked.noun === 'tradeIns') {
    const { quotedGrade: grade, quotedValue: value, facts } = tracked
    return { said: { grade, value }, payments: facts.credited && credited?.(facts.credited.amount) }
  }
  const { comparison } = tracked
  return {
    said: null,
    became: tracked.linked,
    bill: tracked.bill && bill?.(tracked.bill),
    payments: payments?.(tracked),
    comparison: comparison && <ComparisonPanel comparison={comparison} onConvert={onConvert} onChanged={onChanged} />,
  }
}

type Linked = NonNullable<TrackedCase['linked']>

/** Links to the trade-in that replaced the repair. */
function LinkedNote({ linked, linkedHref }: { linked: Linked; linkedHref: CaseScreenProps['linkedHref'] }) {
  return (
    <FormNote tone="info">
      This repair is over, at no cost. You have turned it into trade-in {linked.number}, which shows what happens to the machine next.
      {linkedHref && (
        <Link href={linkedHref(linked)} prefetch={false} className="mt-1 block w-fit font-medium underline underline-offset-4">
          Open trade-in {linked.number}
        </Link>
      )}
    </FormNote>
  )
}
