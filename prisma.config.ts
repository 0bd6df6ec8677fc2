import { defineConfig } from 'prisma/config'

// Only `prisma generate` runs through Prisma's command line here; migrations are made and applied
// by scripts/migrate.ts with the schema engine as WebAssembly (docs/decisions/002).
export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } })
