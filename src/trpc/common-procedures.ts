import type { DecoratedProcedureUtilsRecord, RouterLikeInner } from '@trpc/react-query/shared'
import type { TRPCMutationProcedure, TRPCQueryProcedure, TRPCRouterRecord } from '@trpc/server'
import type { AppRouter } from '~/server/api/root'

/**
 * The procedures that several routers share, declared by input and output; tRPC's own types make their hooks and cache. An input is as wide
 * as the widest of those routers'.
 */

type Root = AppRouter['_def']['_config']['$types']

export type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: unknown }>
export type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: unknown }>

export interface CommonRouter<Procedures extends TRPCRouterRecord> {
  hooks: RouterLikeInner<Root, Procedures>
  cache: DecoratedProcedureUtilsRecord<Root, Procedures>
}
