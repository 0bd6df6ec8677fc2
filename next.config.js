/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // The embedded database is WebAssembly with files of its own; it stays outside the bundles.
  serverExternalPackages: ['@electric-sql/pglite', 'pglite-prisma-adapter', '@prisma/schema-engine-wasm', '@node-rs/argon2', 'pino'],
  // `npm test` runs the linter and the type check as steps of their own.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
}
