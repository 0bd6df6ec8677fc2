import type { ReactElement } from 'react'
import { isPriceOnRequest, type ProductPageContent } from '~/contracts/catalogue/products'
import { drawingCardOf } from '~/lib/drawing-card'
import { paths, socialCardOf } from '~/lib/paths'

/** Pixels are unknown for a picture from elsewhere. */
interface CardPicture {
  address: string
  alt: string
  pixels?: { width: number; height: number }
}

const CARD = { width: 1200, height: 630 }

/** The first uploaded one, else the card's. */
function pictureOf({ product: { name, image, imageAlt = name }, details: { pictures } }: ProductPageContent): CardPicture {
  const [first] = pictures
  if (first) return { address: first.full, alt: first.alt, pixels: { width: first.width, height: first.height } }
  const card = drawingCardOf(image)
  return card === null ? { address: image, alt: imageAlt } : { address: card, alt: `Drawing of ${name}`, pixels: CARD }
}

const typeOf = (address: string) => (/\.(png|webp|jpe?g|gif)$/i.exec(address)?.[1] ?? '').toLowerCase().replace('jpg', 'jpeg')

/** Replaces the general tags by the same keys, of which the later count. Elements, since `Head` takes no components. */
export function productHead(content: ProductPageContent, siteUrl: string): ReactElement {
  const { price } = content.product
  const { address, alt, pixels } = pictureOf(content)
  // A single unreadable address must not break the page.
  const picture = new URL(URL.canParse(address, siteUrl) ? address : socialCardOf(paths.home), siteUrl).href
  const type = typeOf(address)
  const offer = { 'product:price:amount': price.toFixed(2), 'product:price:currency': 'EUR' }
  const tags = {
    'og:type': 'product',
    'og:image': picture,
    'og:image:type': type === '' ? undefined : `image/${type}`,
    'og:image:width': pixels?.width.toString(),
    'og:image:height': pixels?.height.toString(),
    'og:image:alt': alt,
    ...(isPriceOnRequest(price) ? {} : offer),
  }
  return (
    <>
      {/* An unknown value still has to replace the general tag, so it repeats the address. */}
      {Object.entries(tags).map(([property, value]) => (
        <meta key={property} property={value === undefined ? 'og:image:url' : property} content={value ?? picture} />
      ))}
      <meta key="twitter:image" name="twitter:image" content={picture} />
      <meta key="twitter:image:alt" name="twitter:image:alt" content={alt} />
    </>
  )
}
