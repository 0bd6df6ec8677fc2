import type { GetServerSideProps } from 'next'
import { env } from '~/env'
import { paths } from '~/lib/paths'

/** What crawlers may read: the public site, not the back office, sign-in or calls. */
export const getServerSideProps: GetServerSideProps = ({ res }) => {
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  res.setHeader('Cache-Control', 'public, max-age=3600')
  res.end(
    [
      'User-agent: *',
      'Allow: /',
      `Disallow: ${paths.admin}`,
      `Disallow: ${paths.auth}`,
      'Disallow: /api/',
      '',
      `Sitemap: ${env().NEXTAUTH_URL}/sitemap.xml`,
      '',
    ].join('\n'),
  )
  return Promise.resolve({ props: {} })
}

/** The answer is the text; there is nothing to render. */
export default function Robots() {
  return null
}
