import type { Prisma } from '~/generated/prisma/client'
import { recentTime, type Source } from './source'

/** The price is in EUR. */
export interface ProductRow extends Prisma.ProductCreateManyInput {
  id: string
  manufacturer: string | null
  model: string | null
  price: number | null
  stockQuantity: number
  description: string | null
  imageUrl: string | null
  isActive: boolean
  isPreOrder: boolean
  condition: string
  collections: string[]
  rating: number | null
  hashrate: string | null
  power: string | null
  efficiency: string | null
  shopUrl: string | null
  ratingCount: number | null
  algorithm: string | null
  voltage: string | null
  noise: string | null
  warranty: string | null
  delivery: string | null
  createdAt: Date
  updatedAt: Date
}

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
      id,
      name: `${model} ${terahashes}T`,
      category: 'ASIC Miners',
      manufacturer: 'Bitmain',
      model,
      price,
      stockQuantity,
      description: `Air-cooled SHA-256 miner with ${terahashes} TH/s.`,
      imageUrl: '/products/four-fan-miner.svg',
      isActive: true,
      isPreOrder: false,
      condition: 'New',
      collections: [],
      rating,
      hashrate: `${terahashes} TH/s`,
      power: `${Math.round(terahashes * joulesPerTerahash)}W`,
      efficiency: `${joulesPerTerahash.toFixed(1)} J/TH`,
      shopUrl: null,
      ratingCount: null,
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
