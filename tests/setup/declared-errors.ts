import type { TRPCError } from '@trpc/server'
import { procedures } from '../../scripts/api-docs/procedures'

const declared = new Map(procedures.map(({ path, errors }) => [path, new Set(Object.keys(errors))]))

/** @throws where a procedure answers a code that it does not name (ProcedureMeta), so that the API's page would not have it */
export function refuseUndeclared(path: string, { code }: TRPCError): void {
  const codes = declared.get(path)
  // There is no such procedure, which the answer itself says.
  if (!codes) return
  // A fault of ours, and a database that does not answer, may come anywhere.
  if (code === 'INTERNAL_SERVER_ERROR' || code === 'CLIENT_CLOSED_REQUEST' || codes.has(code)) return
  throw new Error(`${path} answers ${code}, which its \`meta.errors\` does not name`)
}
