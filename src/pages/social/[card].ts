import type { GetServerSideProps } from 'next'
import { pageOfCard } from '~/lib/paths'
import { getServices } from '~/server/services'
import { socialCard } from '~/server/site/social-card'

/** `/social/PAGE.png`: the picture of a public page for social networks. */
export const getServerSideProps: GetServerSideProps = async ({ params, res }) => {
  const page = typeof params?.card === 'string' ? pageOfCard(params.card) : undefined
  if (!page) return { notFound: true }
  const { data: settings } = await getServices().live.values.settings.get()
  res.setHeader('Content-Type', 'image/png')
  res.setHeader('Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400')
  res.end(await socialCard(page, settings))
  return { props: {} }
}

/** The answer is the picture; there is nothing to render. */
export default function SocialCard() {
  return null
}
