import { createContext, type ReactNode } from 'react'
import type { Order } from '~/contracts/catalogue/orders'

/** Lets the page add store credit payments to an order's details, which do not know that subject. */
export const OrderPayments = createContext<((order: Order) => ReactNode) | null>(null)
