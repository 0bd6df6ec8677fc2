import type * as z from 'zod'
import { hashrateOf } from '~/contracts/catalogue/hashrate'
import { machineName } from '~/contracts/catalogue/machines'
import type { compareInput } from '~/contracts/catalogue/network-inputs'
import type { ComparedMachine, EarningMachine } from '~/contracts/catalogue/network'
import { wattsOf } from '~/contracts/catalogue/power'
import type { ShopProduct } from '~/contracts/catalogue/products'
import { rowId, shownLine } from '~/contracts/fields'
import { productPathOf } from '~/lib/product-path'
import { literal } from '~/server/platform/lists/like-pattern'
import type { Services } from '~/server/services'

export function earningOf(
  { hashrate, power, price }: Pick<ShopProduct, 'hashrate' | 'power' | 'price'>,
  algorithm: string,
): EarningMachine | null {
  const rate = hashrateOf(hashrate)
  const watts = wattsOf(power)
  return rate === null || rate <= 0 || watts === null || algorithm === '' ? null : { algorithm, hashrate: rate, watts, price }
}

type Named = Pick<ShopProduct, 'id' | 'name' | 'manufacturer'>

/** Models of a maker compared with a platform's product. */
const MOST_MODELS = 500

/** Platforms give no algorithm: takes that of the longest model name within the product's name. */
async function algorithmByName({ db }: Pick<Services, 'db'>, { name, manufacturer }: Named): Promise<string> {
  if (manufacturer === '') return ''
  const models = await db.prisma.deviceModel.findMany({
    where: { manufacturer: { equals: literal(manufacturer), mode: 'insensitive' }, mergedInto: null, algorithm: { not: null } },
    select: { name: true, algorithm: true },
    take: MOST_MODELS,
  })
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  const [model] = models.filter((each) => words(name).includes(words(each.name))).toSorted((a, b) => b.name.length - a.name.length)
  return shownLine(model?.algorithm ?? '')
}

/** A product's own algorithm, else its model's. */
async function algorithmsOf(deps: Pick<Services, 'db'>, products: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const own = products.flatMap(({ id }) => rowId.safeParse(id).data ?? [])
  const rows =
    own.length === 0
      ? []
      : await deps.db.prisma.product.findMany({
          where: { id: { in: own } },
          select: { id: true, algorithm: true, deviceModel: { select: { algorithm: true } } },
        })
  const found = new Map(
    rows.map(({ id, algorithm, deviceModel }) => [id, shownLine(algorithm ?? '') || shownLine(deviceModel?.algorithm ?? '')]),
  )
  for (const product of products) if (!own.includes(product.id)) found.set(product.id, await algorithmByName(deps, product))
  return found
}

type Deps = Pick<Services, 'db' | 'live' | 'catalogue'>

async function comparedProducts(deps: Deps, slugs: readonly string[]): Promise<ComparedMachine[]> {
  if (slugs.length === 0) return []
  await deps.live.values.products.get()
  const products = slugs.flatMap((slug) => deps.catalogue.current?.productAt(slug) ?? [])
  const algorithms = await algorithmsOf(deps, products)
  return products.map((product) => ({
    key: product.slug,
    kind: 'product',
    name: product.name,
    href: productPathOf(product.slug),
    hashrate: product.hashrate,
    power: product.power,
    efficiency: product.efficiency,
    price: product.price,
    earning: earningOf(product, algorithms.get(product.id) ?? ''),
  }))
}

/** Machines taken in have no price here, since their owners have paid for them. */
async function comparedMachines({ db }: Deps, ids: readonly string[]): Promise<ComparedMachine[]> {
  if (ids.length === 0) return []
  const rows = await db.prisma.tradeInMachine.findMany({
    where: { id: { in: [...ids] }, isActive: true },
    select: {
      id: true,
      manufacturer: true,
      model: true,
      hashrate: true,
      powerConsumption: true,
      deviceModel: { select: { algorithm: true } },
    },
  })
  const inOrder = ids.flatMap((id) => rows.find((row) => row.id === id.toLowerCase()) ?? [])
  return inOrder.map(({ id, deviceModel, ...row }) => {
    const [hashrate, power] = [shownLine(row.hashrate), shownLine(row.powerConsumption)]
    return {
      key: id,
      kind: 'trade-in',
      name: machineName({ manufacturer: shownLine(row.manufacturer), model: shownLine(row.model) }),
      href: null,
      hashrate,
      power,
      efficiency: '',
      price: 0,
      earning: earningOf({ hashrate, power, price: 0 }, shownLine(deviceModel?.algorithm ?? '')),
    }
  })
}

export const earningOfProduct = async (
  deps: Pick<Services, 'db'>,
  product: Named & Pick<ShopProduct, 'hashrate' | 'power' | 'price'>,
): Promise<EarningMachine | null> => earningOf(product, (await algorithmsOf(deps, [product])).get(product.id) ?? '')

/** In the given order, without those neither for sale nor taken in. */
export async function compareMachines(
  deps: Deps,
  { products, machines }: z.output<typeof compareInput>,
): Promise<{ machines: ComparedMachine[] }> {
  return { machines: [...(await comparedProducts(deps, products)), ...(await comparedMachines(deps, machines))] }
}
