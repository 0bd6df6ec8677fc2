import { createContext, type ReactNode } from 'react'
import type { Order } from '~/contracts/catalogue/orders'

/** How an order is paid with store credit, given to its details from around the screen. */
export const OrderPayments = createContext<((order: Order) => ReactNode) | null>(null)
