import type { GetServerSideProps } from 'next'
import { env } from '~/env'
import { paths, publicPages } from '~/lib/paths'

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Every public page, for search engines. @see https://www.sitemaps.org/protocol.html */
export const getServerSideProps: GetServerSideProps = ({ res }) => {
  const site = env().NEXTAUTH_URL
  const urls = publicPages.map((path) => `  <url><loc>${escapeXml(`${site}${path === paths.home ? '/' : path}`)}</loc></url>`)
  res.setHeader('Content-Type', 'application/xml; charset=utf-8')
  res.setHeader('Cache-Control', 'public, max-age=3600')
  res.end(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...urls,
      '</urlset>',
      '',
    ].join('\n'),
  )
  return Promise.resolve({ props: {} })
}

/** The answer is the document; there is nothing to render. */
export default function SiteMap() {
  return null
}
