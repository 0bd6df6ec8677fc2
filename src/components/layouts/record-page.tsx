import { ArrowLeft, SearchX } from '~/components/icons/lucide'
import Link from 'next/link'
import { createContext, useId, type ReactNode, type Ref } from 'react'
import type { DetailsQuery } from '~/components/admin-list/details-dialog'
import { isMissing } from '~/components/form/server-errors'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'

interface RecordPageFrameProps<Data> {
  query: DetailsQuery<Data>
  list: { href: string; name: string }
  number: string
  missing: string
  failed: string
  children: (data: Data) => ReactNode
}

export const RecordName = createContext<string | undefined>(undefined)

/** Way back, and the loading, missing and failed states of a record's page. */
export function RecordPageFrame<Data>({ query, list, number, missing, failed, children }: RecordPageFrameProps<Data>) {
  return (
    <>
      <Link
        href={list.href}
        prefetch={false}
        className="mb-3 inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-ink-muted underline-offset-4 hover:text-ink hover:underline"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {list.name}
      </Link>
      <RecordName value={number}>
        <Content query={query} list={list} number={number} missing={missing} failed={failed}>
          {children}
        </Content>
      </RecordName>
    </>
  )
}

function Content<Data>({ query, list, number, missing, failed, children }: RecordPageFrameProps<Data>) {
  const { data, error } = query
  if (data !== undefined) return children(data)
  const heading = <h1 className="mb-6 text-2xl font-semibold tracking-tight wrap-anywhere text-ink">{number}</h1>
  if (isMissing(error)) {
    return (
      <div className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-16 text-center shadow-card">
        <SearchX className="size-8 text-ink-subtle" aria-hidden="true" />
        <p className="text-sm font-semibold text-accent-ink tabular-nums">Error 404</p>
        <h1 className="text-xl font-semibold wrap-anywhere text-ink">{missing}</h1>
        <LinkButton href={list.href} variant="secondary">
          {list.name}
        </LinkButton>
      </div>
    )
  }
  if (error !== null && error !== undefined) {
    return (
      <>
        {heading}
        <LoadFailure message={failed} query={query} />
      </>
    )
  }
  return (
    <div aria-busy="true">
      {heading}
      <p className="sr-only">Loading details</p>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}

/** Around a section's table, whose head follows the section's title at once. */
export const TABLE_IN_SECTION = 'px-3 pb-2 max-sm:px-5 sm:pb-3'

interface RecordSectionProps {
  title: string
  actions?: ReactNode
  /** Focused by code only. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function RecordSection({ title, actions, headingRef, children }: RecordSectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface shadow-card">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-2 sm:px-6">
        <h2 id={heading} {...(headingRef && { ref: headingRef, tabIndex: -1 })} className="font-semibold text-ink">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

export const SectionSkeleton = () => <Skeleton className="h-64 rounded-card" />
