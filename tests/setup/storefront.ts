import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { addMocksToSchema, type IMockStore, type IMocks } from '@graphql-tools/mock'
import { graphql, isScalarType, specifiedScalarTypes, validate, parse, type GraphQLScalarType, type GraphQLSchema } from 'graphql'
import * as z from 'zod'
import { storefrontSchema } from '../../scripts/tools/shop-types'

/** A product of the played shop; what is left out is as the platform has it for a product that nobody has filled in. */
export interface PlayedProduct {
  id?: string
  handle?: string
  title: string
  description?: string
  vendor?: string
  productType?: string
  tags?: readonly string[]
  availableForSale?: boolean
  totalInventory?: number | null
  onlineStoreUrl?: string | null
  picture?: string | null
  price?: string
  /** The prices of the variant for the cart and of the dearest variant; `price` by default. */
  variantPrice?: string
  highestPrice?: string
  currency?: string
  collections?: string[]
  /** By namespace and key: a text, or a value with its type. */
  metafields?: Record<string, string | { type: string; value: string }>
}

export interface PlayedShop {
  products: PlayedProduct[]
  collections: { handle: string; title: string }[]
  /** The scopes that the token has; by default all. */
  scopes?: readonly string[]
  /** Titles of products that the platform fails to read. */
  broken?: string[]
  /** The answer to a checkout; by default a cart of its own. */
  cart?: { checkoutUrl: string; warnings?: { code: string; target: string }[] } | { refused: string }
}

/** Instead of an answer: writes whatever the fault is. Return false to answer as usual. */
export type Fault = (req: IncomingMessage, res: ServerResponse, asked: number) => boolean

export interface PlayedStorefront {
  /** For SHOPIFY_API_URL. */
  address: string
  shop: PlayedShop
  /** Everything asked for, in order: text and variables. */
  asked: { query: string; variables: Record<string, unknown>; headers: IncomingMessage['headers'] }[]
  fault: Fault | undefined
  /** Ends every connection, also those that wait for an answer. */
  cutAll: () => void
  stop: () => Promise<void>
}

const gid = (noun: string, number: number) => `gid://shopify/${noun}/${number}`

/** Cursors as opaque as the platform's. */
const cursorOf = (index: number) => Buffer.from(`at:${index}`).toString('base64url')
const indexOf = (cursor: string) => Number(Buffer.from(cursor, 'base64url').toString().slice(3))

interface PageArguments {
  first?: number | null
  after?: string | null
}

function pageOf<Node>(all: readonly Node[], { first, after }: PageArguments) {
  const start = after ? indexOf(after) + 1 : 0
  const nodes = all.slice(start, start + (first ?? 10))
  const last = start + nodes.length - 1
  return { nodes, pageInfo: { hasNextPage: last + 1 < all.length, endCursor: nodes.length > 0 ? cursorOf(last) : null } }
}

function toNode(product: PlayedProduct, index: number) {
  const number = 7_000_000 + index
  const money = (amount = product.price ?? '100.0') => ({ amount, currencyCode: product.currency ?? 'EUR' })
  return {
    id: product.id ?? gid('Product', number),
    handle: product.handle ?? `product-${index}`,
    title: product.title,
    description: product.description ?? '',
    vendor: product.vendor ?? '',
    productType: product.productType ?? '',
    tags: product.tags ?? [],
    availableForSale: product.availableForSale ?? true,
    totalInventory: product.totalInventory === undefined ? 20 : product.totalInventory,
    onlineStoreUrl: product.onlineStoreUrl ?? null,
    featuredImage: product.picture ? { url: product.picture } : null,
    priceRange: { minVariantPrice: money(), maxVariantPrice: money(product.highestPrice) },
    selectedOrFirstAvailableVariant: {
      id: gid('ProductVariant', number),
      availableForSale: product.availableForSale ?? true,
      price: money(product.variantPrice),
    },
    collections: pageOf(
      (product.collections ?? []).map((handle) => ({ handle })),
      { first: 250 },
    ),
    metafields: ({ identifiers }: { identifiers: { namespace: string; key: string }[] }) =>
      identifiers.map(({ namespace, key }) => {
        const value = product.metafields?.[`${namespace}.${key}`]
        const field = typeof value === 'string' ? { type: 'single_line_text_field', value } : value
        return field === undefined ? null : { namespace, key, ...field }
      }),
  }
}

/** The lines of a cart: the first is CartLine/1. */
const linesOf = (lines: readonly { merchandiseId: string }[]) =>
  lines.map(({ merchandiseId: id }, index) => ({
    __typename: 'CartLine',
    id: gid('CartLine', index + 1),
    merchandise: { __typename: 'ProductVariant', id },
  }))

function mockedSchema(schema: GraphQLSchema, shop: PlayedShop): GraphQLSchema {
  const own = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLScalarType => isScalarType(type) && !specifiedScalarTypes.includes(type),
  )
  const mocks: IMocks = Object.fromEntries(own.map(({ name }) => [name, () => '0']))
  return addMocksToSchema({
    schema,
    mocks,
    resolvers: (_store: IMockStore) => ({
      QueryRoot: {
        products: (_root: unknown, page: PageArguments) => pageOf(shop.products.map(toNode), page),
        collections: (_root: unknown, page: PageArguments) => pageOf(shop.collections, page),
        nodes: (_root: unknown, { ids }: { ids: string[] }) => {
          const nodes = shop.products.map(toNode)
          return ids.map((id) => {
            const found = nodes.find((node) => node.id === id)
            return found && !shop.broken?.includes(found.title) ? { __typename: 'Product', ...found } : null
          })
        },
      },
      Mutation: {
        cartCreate: (_root: unknown, given: { input: { lines: { merchandiseId: string }[] } }) => {
          const cart = shop.cart ?? { checkoutUrl: 'https://checkout.example/cart/1' }
          return 'refused' in cart
            ? { cart: null, userErrors: [{ message: cart.refused }], warnings: [] }
            : {
                cart: { id: gid('Cart', 1), checkoutUrl: cart.checkoutUrl, lines: { nodes: linesOf(given.input.lines) } },
                userErrors: [],
                warnings: cart.warnings ?? [],
              }
        },
      },
    }),
  })
}

/**
 * The scopes of fields, with where an error stands that says so.
 * @see https://shopify.dev/docs/api/usage/access-scopes#unauthenticated-access-scopes
 */
export const fieldScopes = [
  { scope: 'unauthenticated_read_product_listings', field: /\b(?:products|collections|nodes)\(/, path: ['products'] },
  { scope: 'unauthenticated_read_product_tags', field: /\btags\b/, path: ['products', 'nodes', 0, 'tags'] },
  { scope: 'unauthenticated_read_product_inventory', field: /\btotalInventory\b/, path: ['products', 'nodes', 0, 'totalInventory'] },
  { scope: 'unauthenticated_write_checkouts', field: /\bcartCreate\(/, path: ['cartCreate'] },
  { scope: 'unauthenticated_read_checkouts', field: /\bcheckoutUrl\b/, path: ['cartCreate', 'cart'] },
] as const

/** The errors of a request whose token lacks scopes. */
const deniedOf = (scopes: readonly string[] | undefined, query: string, { withQuantity }: Record<string, unknown>) =>
  fieldScopes.flatMap(({ scope, field, path }) => {
    const isAsked = field.test(query) && !(path.at(-1) === 'totalInventory' && withQuantity === false)
    if (scopes === undefined || scopes.includes(scope) || !isAsked) return []
    const message = `Access denied for ${path.at(-1)} field. Required access: \`${scope}\` access scope.`
    return [{ message, path, extensions: { code: 'ACCESS_DENIED' } }]
  })

const request = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })

async function bodyOf(req: IncomingMessage): Promise<{ query: string; variables: Record<string, unknown> }> {
  return request.parse(await json(req))
}

/**
 * Plays a Storefront API on a free loopback port: the platform's real schema, so that a query it does not know
 * is refused as the platform would refuse it.
 */
export async function playStorefront(shop: Partial<PlayedShop> = {}): Promise<PlayedStorefront> {
  const played: PlayedShop = { products: [], collections: [], ...shop }
  const schema = mockedSchema(storefrontSchema(), played)
  const state: Pick<PlayedStorefront, 'asked' | 'fault'> = { asked: [], fault: undefined }

  const server = createServer((req, res) => {
    void (async () => {
      const body = await bodyOf(req)
      state.asked.push({ ...body, headers: req.headers })
      if (state.fault?.(req, res, state.asked.length)) return
      const faults = validate(schema, parse(body.query))
      const denied = deniedOf(played.scopes, body.query, body.variables)
      const answer =
        denied.length > 0
          ? { data: null, errors: denied }
          : faults.length > 0
            ? { errors: faults }
            : await graphql({ schema, source: body.query, variableValues: body.variables })
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify(answer))
    })().catch((error: unknown) => {
      res.statusCode = 500
      res.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return Object.assign(state, {
    address: `http://127.0.0.1:${port}/api/2026-10/graphql.json`,
    shop: played,
    cutAll: () => {
      server.closeAllConnections()
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
