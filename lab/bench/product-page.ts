import { paths } from '~/lib/paths'

/** The path of the first product's page, as the site map of a shop names it. @throws without products */
export async function firstProductPage(shopUrl: string): Promise<string> {
  const map = await (await fetch(`${shopUrl}/sitemap.xml`)).text()
  const [, address] = new RegExp(`<loc>([^<]*${paths.products}/[^<]+)</loc>`).exec(map) ?? []
  if (address === undefined) throw new Error('The site map names no product')
  return new URL(address).pathname
}
