import * as z from 'zod'
import { query, dataOf, mutate, type Answer } from './client'
import { numbers } from './scenario'
import { admin } from '../../tests/setup/shop-process'
import { addAccounts } from './two-processes'

const CUSTOMERS = 40

/** Registers those who sign in, with the administrator's password. */
export const addCustomers = (database: Parameters<typeof addAccounts>[0]) =>
  addAccounts(
    database,
    Array.from({ length: CUSTOMERS }, (_, index) => customer(index)),
    'customer',
  )

const customer = (index: number) => `customer${index}@example.com`

/** The outcome of one request. */
export interface Visit {
  kind: string
  fault?: string
}

const rowsOf = z.object({ rows: z.array(z.object({ id: z.string(), version: z.number(), status: z.string() })) })

const told = (kind: string, answer: Answer): Visit =>
  answer.ok ? { kind } : { kind, fault: `${answer.status} ${answer.code}: ${answer.message}` }

async function browse(url: string, path: string): Promise<Visit> {
  const response = await fetch(`${url}${path}`)
  const html = await response.text()
  const right = response.status === 200 && html.includes('</html>')
  return { kind: 'browse', ...(right ? {} : { fault: `${path}: ${response.status}` }) }
}

/** The orders' next status in turn; two administrators may meet at one row, and then one is told so. */
async function administer(url: string, token: string, chance: number): Promise<Visit> {
  const { rows } = dataOf(await query(url, 'orders.list', { limit: 50 }, { token }), rowsOf)
  const order = rows[Math.floor(chance * rows.length)]
  if (!order) return { kind: 'administer', fault: 'no orders' }
  const status = order.status === 'processing' ? 'completed' : 'processing'
  const answer = await mutate(url, 'orders.updateStatus', { id: order.id, status, version: order.version }, { token })
  return !answer.ok && answer.code === 'CONFLICT' ? { kind: 'administer' } : told('administer', answer)
}

/**
 * The requests of a day's visitors, customers and administrators in their shares: of a hundred seventy are pages, four
 * sign-ins and ten administrators' work, half of it writing.
 * @param token of an administrator
 */
export function visitors(urls: readonly string[], token: string): (index: number) => Promise<Visit> {
  const random = numbers(7)
  const pages = ['/', '/', '/products', '/products', '/products', '/trade-in', '/repair', '/about', '/contact']
  return async (index) => {
    const url = urls[index % urls.length] ?? ''
    const share = random() * 100
    const chance = random()
    // Everyone comes from an address of their own, as a balancer tells it.
    const from = `198.18.${Math.floor(index / 250) % 250}.${1 + (index % 250)}`
    try {
      if (share < 70) return await browse(url, pages[Math.floor(chance * pages.length)] ?? '/')
      if (share < 80) return told('calculate', await query(url, 'machines.active', undefined, { from }))
      if (share < 86) return told('shop', await query(url, 'products.shop', undefined, { from }))
      if (share < 90)
        return told('sign in', await mutate(url, 'auth.signIn', { ...admin, email: customer(Math.floor(chance * CUSTOMERS)) }, { from }))
      if (share < 95) return await administer(url, token, chance)
      return told('dashboard', await query(url, 'dashboard.overview', undefined, { token }))
    } catch (error) {
      return { kind: 'none', fault: `no answer: ${String(error)}` }
    }
  }
}
