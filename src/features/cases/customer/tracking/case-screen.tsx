import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useState, type ReactNode } from 'react'
import { FormNote } from '~/components/form/form-note'
import { isMissing } from '~/components/form/server-errors'
import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { PageHeader } from '~/components/ui/page-header'
import { StageIndicator } from '~/components/ui/stage-indicator'
import type { AnswerFields, TrackedCase } from '~/contracts/cases/tracking'
import { formatDate } from '~/lib/date-text'
import { paths } from '~/lib/paths'
import { AnswerPanel } from './answer-panel'
import { CaseAside } from './case-aside'
import { CaseSkeleton } from './case-skeleton'
import { ComparisonPanel } from './comparison-panel'
import { History } from './history'
import { Pictures } from './pictures'
import { QuotePanel } from './quote-panel'
import { SentPanel } from './sent-panel'
import { stagesOf, standing } from './stages'

export interface CaseCalls {
  /** Answers the quote that is on the screen. @throws what the server refuses with */
  onAnswer: (given: AnswerFields) => Promise<void>
  /** Turns the repair into a trade-in. @param value what it was asked with, in EUR; null where none could be said */
  onConvert: (value: number | null) => Promise<void>
  /** Tells that the device is on its way. */
  onSent: (parcel: { carrier: string; trackingNumber: string }) => Promise<void>
  /** Something was added: read again. */
  onChanged: () => void
}

interface CaseScreenProps extends CaseCalls {
  query: { data: TrackedCase | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Where the case is that this one was turned into, or comes from; left out where there is no page of it. */
  linkedHref?: (linked: NonNullable<TrackedCase['linked']>) => string
  /** What the customer and the desk write to each other. */
  messages?: ReactNode
  /** The list that the case stands in, of whoever has one. */
  list?: { href: string; name: string }
  /** What else can be done, above everything; given by the page's own file. */
  actions?: ((tracked: TrackedCase) => ReactNode) | undefined
  /** How it is paid with store credit; given by the page's own file. */
  payments?: ((tracked: TrackedCase) => ReactNode) | undefined
}

/** A repair or a trade-in as its customer sees it: where it stands, what is asked of them now, and what happened. */
export function CaseScreen({ query, ...rest }: CaseScreenProps) {
  const { data, error } = query
  // A link that was revoked while its page is open shows nothing any more.
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
        lead="It was replaced, has ended, or was copied only in part. Ask for a new one by the number of your repair or trade-in."
      />
      {/* As high as what stood there while it was asked for, so that the footer does not jump. */}
      <Container className="min-h-184 py-10 lg:min-h-112">
        <LinkButton href={paths.track}>Ask for a new link</LinkButton>
      </Container>
    </>
  )
}

const opened = (status: string) => status === 'sent'

function Case({
  tracked,
  list,
  linkedHref,
  messages,
  actions,
  payments,
  onAnswer,
  onConvert,
  onSent,
  onChanged,
}: { tracked: TrackedCase } & Omit<CaseScreenProps, 'query'>) {
  const [newest, ...older] = tracked.quotes
  const open = newest && opened(newest.state) && !tracked.isClosed ? newest : undefined
  const [pressed, setPressed] = useState(false)
  const comparison = tracked.noun === 'repairs' ? tracked.comparison : null
  const name = tracked.noun === 'repairs' ? 'Repair' : 'Trade-in'
  return (
    <>
      <PageHeader title={`${name} ${tracked.number}`} lead={`${tracked.device}. ${standing(tracked)}`}>
        <StageIndicator {...stagesOf(tracked)} />
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
          {actions?.(tracked)}
          <LinkedNote tracked={tracked} linkedHref={linkedHref} />
          {!tracked.hasArrived && !tracked.isClosed && <SentPanel key={tracked.number} tracked={tracked} onSent={onSent} />}
          <AnswerPanel
            quote={open}
            hasQuotes={newest !== undefined || pressed}
            isFurther={tracked.noun === 'repairs' && older.some(({ state }) => state === 'accepted')}
            isClosed={tracked.isClosed}
            uploadAddress={tracked.uploadAddress}
            onAnswer={async (given) => {
              setPressed(true)
              await onAnswer(given)
            }}
            onChanged={onChanged}
          />
          {newest && <QuotePanel quote={newest} pictures={tracked.pictures} isOpen={open !== undefined} />}
          {!tracked.passedAt && payments?.(tracked)}
          {comparison && <ComparisonPanel comparison={comparison} onConvert={onConvert} onChanged={onChanged} />}
          {older.map((quote) => (
            <QuotePanel key={quote.number} quote={quote} pictures={tracked.pictures} isOld />
          ))}
          {messages}
          <Pictures pictures={tracked.pictures} uploadAddress={tracked.uploadAddress} onChanged={onChanged} />
          <History noun={tracked.noun} events={tracked.events} />
        </div>
        <CaseAside tracked={tracked} linkedHref={linkedHref} />
      </Container>
    </>
  )
}

/** A repair that has become a trade-in says so first, and leads on. */
function LinkedNote({ tracked: { noun, linked }, linkedHref }: { tracked: TrackedCase; linkedHref: CaseScreenProps['linkedHref'] }) {
  if (noun !== 'repairs' || !linked) return null
  return (
    <FormNote tone="info">
      This repair is over, at no cost. You have turned it into trade-in {linked.number}: what happens to the machine now stands there.
      {linkedHref && (
        <Link href={linkedHref(linked)} prefetch={false} className="mt-1 block w-fit font-medium underline underline-offset-4">
          Open trade-in {linked.number}
        </Link>
      )}
    </FormNote>
  )
}
