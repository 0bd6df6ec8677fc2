import { clsx } from 'clsx/lite'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'

/** One column of about 70 characters. */

/** Links to itself, so that a section can be shared. */
function Heading({ id, children }: ComponentProps<'h2'>) {
  return (
    <h2 id={id} className="mt-14 border-t border-line pt-8 text-2xl font-semibold tracking-tight first:mt-0">
      <a
        href={`#${id ?? ''}`}
        className="underline-offset-4 after:ml-2 after:text-ink-subtle after:opacity-0 after:transition-opacity after:content-['#'/''] hover:after:opacity-100 focus-visible:after:opacity-100"
      >
        {children}
      </a>
    </h2>
  )
}

const linkLook = 'font-medium text-accent-ink underline underline-offset-4 wrap-anywhere'

function TextLink({ href = '', children }: ComponentProps<'a'>) {
  if (!href.startsWith('/')) {
    return (
      <a href={href} className={linkLook}>
        {children}
      </a>
    )
  }
  return (
    <Link href={href} prefetch={false} className={linkLook}>
      {children}
    </Link>
  )
}

interface TableProps {
  caption: string
  /** The last column is short and does not wrap. */
  shortLast?: boolean
  children: ReactNode
}

function Table({ caption, shortLast = false, children }: TableProps) {
  return (
    <figure className="legal-text mt-6">
      <figcaption className="mb-2 text-sm font-medium text-ink-subtle">{caption}</figcaption>
      <div
        role="region"
        aria-label={caption}
        tabIndex={0}
        className={clsx('overflow-x-auto rounded-lg border border-line', shortLast && '[&_td]:last:whitespace-nowrap')}
      >
        {children}
      </div>
    </figure>
  )
}

function Lead({ children }: { children: ReactNode }) {
  return <div className="text-xl leading-relaxed font-medium tracking-tight *:mt-0 *:text-ink">{children}</div>
}

function Steps({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 [counter-reset:step] [&_li]:relative [&_li]:mt-0 [&_li]:border-l-2 [&_li]:border-line [&_li]:pb-6 [&_li]:pl-8 [&_li]:before:absolute [&_li]:before:top-0 [&_li]:before:-left-4 [&_li]:before:grid [&_li]:before:size-8 [&_li]:before:place-items-center [&_li]:before:rounded-full [&_li]:before:border [&_li]:before:border-graphite-line-strong [&_li]:before:bg-graphite [&_li]:before:text-sm [&_li]:before:font-semibold [&_li]:before:text-accent [&_li]:before:content-[counter(step)] [&_li]:before:[counter-increment:step] [&_li]:last:border-transparent [&_li]:last:pb-0 [&_ol]:mt-0 [&_ol]:list-none [&_ol]:pl-4">
      {children}
    </div>
  )
}

export const textElements = {
  h2: Heading,
  p: (props: ComponentProps<'p'>) => <p {...props} className="legal-text mt-4 leading-7 text-ink-muted" />,
  ul: (props: ComponentProps<'ul'>) => <ul {...props} className="legal-text mt-4 list-disc pl-5 marker:text-accent-ink" />,
  ol: (props: ComponentProps<'ol'>) => <ol {...props} className="mt-4 list-decimal pl-5" />,
  li: (props: ComponentProps<'li'>) => <li {...props} className="mt-1.5 pl-1 leading-7 text-ink-muted" />,
  strong: (props: ComponentProps<'strong'>) => <strong {...props} className="font-semibold text-ink" />,
  code: (props: ComponentProps<'code'>) => <code {...props} className="font-mono text-[0.9em] text-ink sm:whitespace-nowrap" />,
  a: TextLink,
  table: (props: ComponentProps<'table'>) => <table {...props} className="w-full text-left text-[0.9375rem] tabular-nums" />,
  thead: (props: ComponentProps<'thead'>) => <thead {...props} className="bg-surface-muted text-sm text-ink" />,
  th: (props: ComponentProps<'th'>) => <th {...props} scope="col" className="px-3 py-2.5 align-bottom font-semibold sm:px-4" />,
  td: (props: ComponentProps<'td'>) => (
    <td {...props} className="border-t border-line px-3 py-3 align-top text-ink-muted first:font-medium first:text-ink sm:px-4" />
  ),
  Table,
  Lead,
  Steps,
}
