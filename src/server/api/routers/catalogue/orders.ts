import { orderInputs } from '~/contracts/catalogue/orders'
import { orders } from '~/server/catalogue/orders'
import { createTRPCRouter } from '~/server/api/trpc'
import { statusProcedures } from '~/server/api/routers/status-procedures'

export const ordersRouter = createTRPCRouter(statusProcedures(orders, orderInputs))
