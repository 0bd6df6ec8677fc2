import { env } from '~/env'
import type { Database } from '~/server/db/database'
import { ownCatalogue } from './own-catalogue'
import type { ProductSource } from './product-source'

/** The source that the environment asks for. */
export const productSource = (db: Database): ProductSource => ownCatalogue(db.prisma, env().SHOP_URL)
