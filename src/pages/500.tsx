import type { InferGetStaticPropsType } from 'next'
import { ErrorScreen } from '~/features/site/errors/error-screen'
import { SitePage } from '~/features/site/site-page'
import { sitePage } from '~/server/site/static-props'

export const getStaticProps = sitePage('settings')

/** Follows no live changes, to spare a server that has a fault. */
export default function ServerErrorPage(site: InferGetStaticPropsType<typeof getStaticProps>) {
  return (
    <SitePage site={site} title="Something went wrong" noIndex>
      <ErrorScreen
        status={500}
        title="Oops! Something went wrong"
        text="The fault is on our side and has been logged. Please try again in a moment."
      />
    </SitePage>
  )
}
