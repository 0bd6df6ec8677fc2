import { serveShop } from './serve-shop'

await serveShop()
