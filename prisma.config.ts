// For Prisma's own command line, which is not installed here (docs/decisions/030): migrations are made and applied by
// scripts/migrate.ts with the schema engine as WebAssembly (docs/decisions/002).
export default { schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } }
