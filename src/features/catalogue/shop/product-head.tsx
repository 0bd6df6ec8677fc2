import type { ReactElement } from 'react'
import { isPriceOnRequest, type ProductPageContent } from '~/contracts/catalogue/products'
import { drawingCardOf } from '~/lib/drawing-card'
import { paths, socialCardOf } from '~/lib/paths'

/** A picture for social networks; the pixels of one from elsewhere are not known. */
interface CardPicture {
  address: string
  alt: string
  pixels?: { width: number; height: number }
}

const CARD = { width: 1200, height: 630 }

/** The product's own picture: the first that staff have uploaded, else that of its card. */
function pictureOf({ product: { name, image, imageAlt = name }, details: { pictures } }: ProductPageContent): CardPicture {
  const [first] = pictures
  if (first) return { address: first.full, alt: first.alt, pixels: { width: first.width, height: first.height } }
  const card = drawingCardOf(image)
  return card === null ? { address: image, alt: imageAlt } : { address: card, alt: `Drawing of ${name}`, pixels: CARD }
}

const typeOf = (address: string) => (/\.(png|webp|jpe?g|gif)$/i.exec(address)?.[1] ?? '').toLowerCase().replace('jpg', 'jpeg')

/**
 * The tags that social networks read of a product, instead of those of any page: by the same keys, the later ones count. Elements, since `Head` takes no
 * components.
 */
export function productHead(content: ProductPageContent, siteUrl: string): ReactElement {
  const { price } = content.product
  const { address, alt, pixels } = pictureOf(content)
  // Whatever a source says: one address that cannot be read must not take the page away.
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
      {/* An unknown value still takes the place of the tag of any page: as the address, once more. */}
      {Object.entries(tags).map(([property, value]) => (
        <meta key={property} property={value === undefined ? 'og:image:url' : property} content={value ?? picture} />
      ))}
      <meta key="twitter:image" name="twitter:image" content={picture} />
      <meta key="twitter:image:alt" name="twitter:image:alt" content={alt} />
    </>
  )
}
