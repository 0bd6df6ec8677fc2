import type { NextPage } from 'next'
import type { ReactElement, ReactNode } from 'react'

/**
 * A page that stands in a layout which lives on when another page with the same layout follows, with all
 * that it holds. Props that `getServerSideProps` answers reach both.
 * @see https://nextjs.org/docs/pages/building-your-application/routing/pages-and-layouts#per-page-layouts
 */
export type PageWithLayout<Props = object> = NextPage<Props> & {
  getLayout?: (page: ReactElement, props: Props) => ReactNode
}
