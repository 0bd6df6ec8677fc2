import { existsSync } from 'node:fs'
import type { PrismaConfig } from 'prisma/config'

// For Prisma's own command line: `npx prisma validate`, `generate`, `studio`, `migrate status`. It downloads its engines when first used; the shop
// needs none of them, because scripts/migrate.ts runs the schema engine as WebAssembly (docs/decisions/002).
if (existsSync('.env')) process.loadEnvFile('.env')
const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL

export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // The embedded database has no address: what needs one says so.
  ...(url && { datasource: { url } }),
} satisfies PrismaConfig
