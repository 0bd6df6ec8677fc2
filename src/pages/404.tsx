import type { InferGetStaticPropsType } from 'next'
import { ErrorScreen, useLogMissingPath } from '~/features/site/errors/error-screen'
import { SitePage } from '~/features/site/site-page'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function NotFoundPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  useLogMissingPath()
  return (
    <SitePage site={site} title="Page not found" noIndex>
      <ErrorScreen status={404} title="Oops! Page not found" text="The address may be mistyped, or the page has moved." />
    </SitePage>
  )
}
