import { serveShop } from './serve-shop'

/** The program of `npm run serve` and, with --dev, of `npm run dev`. */
await serveShop()
