import type { BreadcrumbList, ItemList, LocalBusiness, Offer, Product, WebSite, WithContext } from 'schema-dts'
import { isWebAddress } from '~/contracts/addresses'
import { type Availability, type FeaturedProduct, isPriceOnRequest } from '~/contracts/catalogue/products'
import type { SiteSettings } from '~/contracts/site/settings'
import { addressLines } from './contact-details'
import { paths } from './paths'
import { productPathOf } from './product-path'

/** Structured data for search engines, typed by schema.org's vocabulary (requirements §2). */

const MOST_PRODUCTS = 5

const httpAddress = (text: string) => (isWebAddress(text) ? [text] : [])

export function businessData(settings: SiteSettings, siteUrl: string): WithContext<LocalBusiness> {
  const [streetAddress = '', ...rest] = addressLines(settings.company_address)
  const sameAs = [settings.social_twitter, settings.social_linkedin, settings.social_facebook].flatMap(httpAddress)
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${siteUrl}/#business`,
    name: settings.company_name,
    slogan: settings.company_tagline,
    description: settings.company_description,
    url: siteUrl,
    image: `${siteUrl}/social/home.png`,
    email: settings.contact_email,
    telephone: settings.phone_number,
    currenciesAccepted: 'EUR',
    address: { '@type': 'PostalAddress', streetAddress, addressLocality: rest.join(', '), addressCountry: 'GB' },
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        opens: '09:00',
        closes: '18:00',
      },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Saturday', opens: '10:00', closes: '16:00' },
    ],
    ...(sameAs.length > 0 ? { sameAs } : {}),
  }
}

/** Search engines can show a search box that opens the products page's search. */
interface SearchAction {
  '@type': 'SearchAction'
  target: { '@type': 'EntryPoint'; urlTemplate: string }
  'query-input': string
}

export function websiteData(settings: SiteSettings, siteUrl: string): WithContext<WebSite> {
  const search: SearchAction = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}${paths.products}?search={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: settings.company_name,
    url: siteUrl,
    inLanguage: 'en-GB',
    publisher: { '@id': `${siteUrl}/#business` },
    potentialAction: search,
  }
}

const products = { name: 'Products', path: paths.products }

/** The path from the home page to this page, which may have no address of its own. */
export function breadcrumbData(siteUrl: string, page: { name: string; path: string | undefined }): WithContext<BreadcrumbList> {
  const between = page.path?.startsWith(`${paths.products}/`) ? [products] : []
  const trail = page.path === paths.home ? [page] : [{ name: 'Home', path: paths.home }, ...between, page]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path !== undefined && { item: `${siteUrl}${path === paths.home ? '/' : path}` }),
    })),
  }
}

const schemaAvailability: Record<Availability, NonNullable<Exclude<Offer['availability'], readonly unknown[]>>> = {
  'In Stock': 'https://schema.org/InStock',
  'Limited Stock': 'https://schema.org/LimitedAvailability',
  'Pre-Order': 'https://schema.org/PreOrder',
  'Out of Stock': 'https://schema.org/OutOfStock',
}

/** Staff type the condition: of others nothing is said. */
const schemaConditions: Partial<Record<string, NonNullable<Exclude<Offer['itemCondition'], readonly unknown[]>>>> = {
  new: 'https://schema.org/NewCondition',
  refurbished: 'https://schema.org/RefurbishedCondition',
  used: 'https://schema.org/UsedCondition',
}

/** Structured data of a product for search engines, with more on its own page. */
export type DescribedProduct = FeaturedProduct & { description?: string; pictures?: readonly { full: string }[] }

function productData(product: DescribedProduct, siteUrl: string): Product {
  const { rating, ratingCount } = product
  const condition = schemaConditions[product.condition.toLowerCase()]
  const url = `${siteUrl}${productPathOf(product.slug)}`
  // A single unreadable address from a source must not break the page.
  const pictures = [...(product.pictures ?? []).map(({ full }) => full), product.image]
  const images = pictures.filter((address) => URL.canParse(address, siteUrl)).map((address) => new URL(address, siteUrl).href)
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.name,
    ...(product.description ? { description: product.description } : {}),
    ...(images.length > 0 ? { image: images.length === 1 ? images[0] : images } : {}),
    category: product.category,
    ...(product.manufacturer ? { brand: { '@type': 'Brand', name: product.manufacturer } } : {}),
    // A rating is only valid with a count.
    ...(rating !== null && ratingCount !== undefined
      ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, ratingCount, bestRating: 5, worstRating: 0 } }
      : {}),
    // A price on request is none that could be stated, and search engines refuse an offer without one.
    ...(isPriceOnRequest(product.price)
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            url,
            price: product.price.toFixed(2),
            priceCurrency: 'EUR',
            availability: schemaAvailability[product.availability],
            ...(condition && { itemCondition: condition }),
          },
        }),
  }
}

/** At most five products, those with a price first. */
export function productListData(products: readonly DescribedProduct[], siteUrl: string): WithContext<ItemList> {
  const stated = [...products.filter(({ price }) => price > 0), ...products.filter(({ price }) => price <= 0)]
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: stated.slice(0, MOST_PRODUCTS).map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: productData(product, siteUrl),
    })),
  }
}

export const ownProductData = (product: DescribedProduct, siteUrl: string): WithContext<Product> => ({
  '@context': 'https://schema.org',
  ...productData(product, siteUrl),
})
