import type { AnyTRPCProcedure } from '@trpc/server'
import type * as z from 'zod'
import { appRouter } from '~/server/api/root'

/** The inputs of every procedure of the router; a new one comes in by itself. */

export interface RouterProcedure {
  path: string
  type: 'query' | 'mutation' | 'subscription'
  input: z.core.$ZodType | undefined
}

// Nested by its type, but flat when it runs: `orders.list` and so on.
const flat = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure & { _def: { inputs: z.core.$ZodType[] } }>

export const routerProcedures: RouterProcedure[] = Object.entries(flat)
  .map(([path, { _def }]) => ({ path, type: _def.type, input: _def.inputs[0] }))
  .sort((one, other) => one.path.localeCompare(other.path))

export const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

/** The schemas right inside one; what a pipe makes of a value (`out`) takes no value of the caller's. */
function innerSchemas(schema: z.core.$ZodType): { step: string; schema: z.core.$ZodType }[] {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([step, field]) => ({ step, schema: field }))
    case 'array':
      return [{ step: '0', schema: def.element }]
    case 'union':
      return def.options.map((option) => ({ step: '', schema: option }))
    case 'tuple':
      return def.items.map((item, index) => ({ step: String(index), schema: item }))
    case 'record':
      return [
        { step: 'key', schema: def.keyType },
        { step: 'value', schema: def.valueType },
      ]
    case 'pipe':
      return [{ step: '', schema: def.in }]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return [{ step: '', schema: def.innerType }]
    default:
      return []
  }
}

/** Every schema of an input that a value of the caller's reaches, with the path of its field. */
export function schemasIn(schema: z.core.$ZodType, path: readonly string[] = []): { path: string[]; schema: z.core.$ZodType }[] {
  const inner = innerSchemas(schema).flatMap(({ step, schema: each }) => schemasIn(each, step === '' ? path : [...path, step]))
  return [{ path: [...path], schema }, ...inner]
}
