import type { ProductFields } from '~/contracts/catalogue/product-admin'
import type { Prisma } from '~/generated/prisma/client'
import { recentTime, type Source } from './source'

/** A row of products; the price is in EUR. */
export type ProductRow = Prisma.ProductCreateManyInput & ProductFields & { id: string; createdAt: Date; updatedAt: Date }

/** A product of which nothing is known but its name and category. */
export const plainProduct = {
  manufacturer: null,
  model: null,
  price: null,
  stockQuantity: 0,
  description: null,
  imageUrl: null,
  isActive: true,
  isPreOrder: false,
  condition: 'New',
  collections: [],
  rating: null,
  ratingCount: null,
  hashrate: null,
  power: null,
  efficiency: null,
  shopUrl: null,
  algorithm: null,
  voltage: null,
  noise: null,
  warranty: null,
  delivery: null,
} satisfies Omit<ProductFields, 'name' | 'category'>

/** The id carries the time, as the database's own does. */
export function productFactory(source: Source) {
  const { faker } = source
  return (overrides: Partial<ProductRow> = {}): ProductRow => {
    const model = `Antminer S${faker.number.int({ min: 30, max: 99 })}`
    const terahashes = faker.number.int({ min: 180, max: 480 })
    const joulesPerTerahash = faker.number.float({ min: 11, max: 19, fractionDigits: 1 })
    const price = faker.number.int({ min: 60, max: 800 }) * 10 - 1
    const stockQuantity = faker.number.int({ min: 6, max: 60 })
    const rating = faker.number.float({ min: 3.8, max: 5, fractionDigits: 1 })
    const added = recentTime(source)
    const createdAt = overrides.createdAt ?? added
    const id = faker.string.uuid({ version: 7, refDate: createdAt })
    return {
      ...plainProduct,
      id,
      name: `${model} ${terahashes}T`,
      category: 'ASIC Miners',
      manufacturer: 'Bitmain',
      model,
      price,
      stockQuantity,
      description: `Air-cooled SHA-256 miner with ${terahashes} TH/s.`,
      imageUrl: '/products/four-fan-miner.svg',
      rating,
      hashrate: `${terahashes} TH/s`,
      power: `${Math.round(terahashes * joulesPerTerahash)}W`,
      efficiency: `${joulesPerTerahash.toFixed(1)} J/TH`,
      algorithm: 'SHA-256',
      voltage: '220–277 V',
      noise: '75 dB',
      warranty: '12 months, by the manufacturer',
      delivery: '3-5 working days in the UK, insured',
      createdAt,
      updatedAt: createdAt,
      ...overrides,
    }
  }
}
