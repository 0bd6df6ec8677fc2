import { repairInputs } from '~/contracts/repairs'
import { repairs } from '~/server/repairs/repairs'
import { createTRPCRouter } from '../trpc'
import { statusProcedures } from './status-procedures'

export const repairsRouter = createTRPCRouter(statusProcedures(repairs, repairInputs))
