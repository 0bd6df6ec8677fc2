import type { AnyTRPCProcedure, TRPCError } from '@trpc/server'
import * as z from 'zod'
import type { Access, ProcedureMeta } from '~/server/api/procedure-meta'
import { appRouter } from '~/server/api/root'
import type { JsonSchema } from './json-schema'

type ErrorCode = TRPCError['code']

/** A procedure as its callers see it. */
export interface Procedure {
  path: string
  kind: 'query' | 'mutation' | 'subscription'
  access: Access
  recentProof: boolean
  about: string
  /** When each code is answered; empty where the code says it all. Leaves out `commonErrors`. */
  errors: Partial<Record<ErrorCode, string>>
  /** Null for a procedure that takes none. */
  schema: z.core.$ZodType | null
  input: JsonSchema | null
}

function guardErrors(access: Access, kind: string, recentProof: boolean): Procedure['errors'] {
  if (access === 'public') return {}
  const forbidden = [
    ...(access === 'session' ? [] : ['`insufficient_aal` while the second factor is not proven']),
    ...(access === 'session' || access === 'enrolling'
      ? []
      : ['`mfa_enrollment_required` for an administrator who must add a second factor first']),
    ...(access === 'administrator' ? ['without the role', '`insufficient_scope` for a key or an administrator whose scopes lack it'] : []),
    ...(access === 'administrator' && kind !== 'subscription' && !recentProof ? [] : ['`api_key_refused` for an API key']),
    ...(recentProof ? ['`reauthentication_needed` without a proof younger than ten minutes'] : []),
  ].join('; ')
  const limited = kind === 'mutation' && access !== 'session' && access !== 'enrolling'
  const tooMany = [...(limited ? ['too many changes'] : []), ...(access === 'administrator' ? ['too many calls of an API key'] : [])]
  return {
    UNAUTHORIZED: '`session_not_found`',
    ...(forbidden !== '' && { FORBIDDEN: forbidden }),
    ...(tooMany.length > 0 && { TOO_MANY_REQUESTS: tooMany.join(', or ') }),
  }
}

function errorsOf({ access = 'public', recentProof, errors = {} }: ProcedureMeta, kind: string, takesInput: boolean) {
  const all: Procedure['errors'] = {
    ...(takesInput && { BAD_REQUEST: 'an input that the schema refuses' }),
    ...guardErrors(access, kind, recentProof === true),
  }
  for (const [code, when] of Object.entries(errors) as [ErrorCode, string | true][]) {
    const said = [all[code], when === true ? '' : when].filter(Boolean)
    all[code] = said.join('; ')
  }
  return all
}

// Nested by its type, but flat when it runs: `orders.list` and so on.
const flat = appRouter._def.procedures as unknown as Record<
  string,
  AnyTRPCProcedure & { _def: { inputs: z.core.$ZodType[]; meta?: ProcedureMeta } }
>

/** Every procedure of the router, by its path. */
export const procedures: Procedure[] = Object.entries(flat)
  .map(([path, { _def }]): Procedure => {
    const [schema = null] = _def.inputs
    const { meta = {}, type: kind } = _def
    return {
      path,
      kind,
      access: meta.access ?? 'public',
      recentProof: meta.recentProof ?? false,
      about: meta.about ?? '',
      errors: errorsOf(meta, kind, schema !== null),
      schema,
      input: schema && jsonSchemaOf(schema),
    }
  })
  .sort((one, other) => (one.path < other.path ? -1 : 1))

/** A schema reduced to what callers see. */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as JsonSchema
}

/** Errors that any call may answer. */
export const commonErrors: Partial<Record<ErrorCode, string>> = {
  PARSE_ERROR: 'a body that is not JSON',
  BAD_REQUEST: 'a request that cannot be read, or a batch of more than 10 calls',
  FORBIDDEN: 'a call that the page of another site makes',
  NOT_FOUND: 'a procedure that does not exist',
  METHOD_NOT_SUPPORTED: 'a mutation by `GET`, a query by `POST`',
  PAYLOAD_TOO_LARGE: 'a body of more than 64 kB, or 1 MB for an administrator’s call on many rows',
  UNSUPPORTED_MEDIA_TYPE: 'a body whose `Content-Type` is not `application/json`',
  SERVICE_UNAVAILABLE: 'the database does not answer; `Retry-After` says when to try again',
  INTERNAL_SERVER_ERROR: 'a fault of the shop, with the reference that its log has',
}
