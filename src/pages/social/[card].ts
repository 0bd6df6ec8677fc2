import type { GetServerSideProps } from 'next'
import { drawingOfCard } from '~/lib/drawing-card'
import { pageOfCard } from '~/lib/paths'
import { drawingNames } from '~/server/catalogue/shop/drawings'
import { getServices } from '~/server/services'
import { drawingCard, socialCard } from '~/server/site/social-card'

/** `/social/PAGE.png`: card of a public page; `/social/drawing-NAME.png`: of a product without photos. */
export const getServerSideProps: GetServerSideProps = async ({ params, res }) => {
  const file = String(params?.card)
  const page = pageOfCard(file)
  const drawing = drawingOfCard(file)
  const isDrawing = drawing !== undefined && drawingNames.has(drawing)
  if (!page && !isDrawing) return { notFound: true }
  const { data: settings } = await getServices().live.values.settings.get()
  res.setHeader('Content-Type', 'image/png')
  res.setHeader('Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400')
  res.end(page ? await socialCard(page, settings) : await drawingCard(drawing ?? '', settings))
  return { props: {} }
}

export default function SocialCard() {
  return null
}
