import type { DecoratedProcedureUtilsRecord, RouterLikeInner } from '@trpc/react-query/shared'
import type { TRPCMutationProcedure, TRPCQueryProcedure, TRPCRouterRecord } from '@trpc/server'
import type { AppRouter } from '~/server/api/root'

/**
 * Several routers that are called in one way: their common procedures are declared by input and output, and tRPC's own types
 * make the hooks and the cache of them. An input is as wide as the widest of those routers.
 */

type Root = AppRouter['_def']['_config']['$types']

export type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: unknown }>
export type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: unknown }>

export interface CommonRouter<Procedures extends TRPCRouterRecord> {
  /** `trpc.<router>` of a router with these procedures. */
  hooks: RouterLikeInner<Root, Procedures>
  /** `trpc.useUtils().<router>` of it. */
  cache: DecoratedProcedureUtilsRecord<Root, Procedures>
}
