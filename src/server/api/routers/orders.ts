import { orderInputs } from '~/contracts/orders'
import { orders } from '~/server/orders/orders'
import { createTRPCRouter } from '../trpc'
import { statusProcedures } from './status-procedures'

export const ordersRouter = createTRPCRouter(statusProcedures(orders, orderInputs))
