import { tradeInInputs } from '~/contracts/trade-ins'
import { tradeIns } from '~/server/trade-ins/trade-ins'
import { createTRPCRouter } from '../trpc'
import { statusProcedures } from './status-procedures'

export const tradeInsRouter = createTRPCRouter(statusProcedures(tradeIns, tradeInInputs))
