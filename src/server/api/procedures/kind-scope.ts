import type { CaseNoun } from '~/contracts/case-ref'
import type { Access } from '~/contracts/identity/api-keys'
import type { Viewer } from '~/server/identity/auth/read-session'
import { requireScope } from '~/server/identity/auth/scopes'

interface CallOfCase<Result> {
  ctx: { viewer: Viewer }
  input: { noun: CaseNoun } | { case: { noun: CaseNoun } }
  next: () => Result
}

const ofKind =
  (access: Access) =>
  <Result>({ ctx, input, next }: CallOfCase<Result>): Result => {
    requireScope(ctx.viewer, 'case' in input ? input.case.noun : input.noun, access)
    return next()
  }

/**
 * After the input of a call about one case: the caller needs the right to read its kind too, repairs or trade-ins.
 * tests/api/case-kinds.test.ts finds the calls without it.
 */
export const readsKind = ofKind('read')
/** For calls that change the case itself, or what its customer is given. */
export const changesKind = ofKind('write')
