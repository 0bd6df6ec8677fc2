import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import type { NextRouter } from 'next/router'
import { useState, type ReactNode } from 'react'
import { vi } from 'vitest'
import { Toasts } from '~/components/ui/toasts'
import type { AppRouter } from '~/server/api/root'
import { trpc, type RouterInputs, type RouterOutputs } from '~/trpc/client'
import { proofLink } from '~/trpc/proof-link'
import { routerAt } from '../../setup/router'

// A busy machine types slowly, and takes its time to load what a screen loads on demand.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 15_000 })

type Call<In, Out> = (input: In) => Out | Promise<Out>

type MfaInputs = RouterInputs['auth']['mfa']
type MfaOutputs = RouterOutputs['auth']['mfa']

interface FakeAuthApi {
  'auth.signIn'?: Call<RouterInputs['auth']['signIn'], RouterOutputs['auth']['signIn']>
  'auth.signUp'?: Call<RouterInputs['auth']['signUp'], RouterOutputs['auth']['signUp']>
  'auth.resendVerification'?: Call<RouterInputs['auth']['resendVerification'], RouterOutputs['auth']['resendVerification']>
  'auth.verifyEmail'?: Call<RouterInputs['auth']['verifyEmail'], RouterOutputs['auth']['verifyEmail']>
  'auth.requestPasswordReset'?: Call<RouterInputs['auth']['requestPasswordReset'], RouterOutputs['auth']['requestPasswordReset']>
  'auth.resetPassword'?: Call<RouterInputs['auth']['resetPassword'], RouterOutputs['auth']['resetPassword']>
  'auth.reauthenticate'?: Call<RouterInputs['auth']['reauthenticate'], RouterOutputs['auth']['reauthenticate']>
  'auth.mfa.factors'?: Call<MfaInputs['factors'], MfaOutputs['factors']>
  'auth.mfa.enroll'?: Call<MfaInputs['enroll'], MfaOutputs['enroll']>
  'auth.mfa.challenge'?: Call<MfaInputs['challenge'], MfaOutputs['challenge']>
  'auth.mfa.verify'?: Call<MfaInputs['verify'], MfaOutputs['verify']>
  'auth.mfa.unenroll'?: Call<MfaInputs['unenroll'], MfaOutputs['unenroll']>
  'auth.mfa.recover'?: Call<MfaInputs['recover'], MfaOutputs['recover']>
  'auth.mfa.recoveryCodes'?: Call<MfaInputs['recoveryCodes'], MfaOutputs['recoveryCodes']>
  'auth.mfa.recoveryCodesLeft'?: Call<MfaInputs['recoveryCodesLeft'], MfaOutputs['recoveryCodesLeft']>
}

interface FakeAccountApi {
  'account.profile'?: Call<RouterInputs['account']['profile'], RouterOutputs['account']['profile']>
  'account.update'?: Call<RouterInputs['account']['update'], RouterOutputs['account']['update']>
  'account.changePassword'?: Call<RouterInputs['account']['changePassword'], RouterOutputs['account']['changePassword']>
  'account.sessions'?: Call<RouterInputs['account']['sessions'], RouterOutputs['account']['sessions']>
  'account.endSession'?: Call<RouterInputs['account']['endSession'], RouterOutputs['account']['endSession']>
  'account.endOtherSessions'?: Call<RouterInputs['account']['endOtherSessions'], RouterOutputs['account']['endOtherSessions']>
}

/** The procedures that a test's screens call; one that it leaves out is refused as unknown. */
export interface FakeApi extends FakeAuthApi, FakeAccountApi {
  'admin.search'?: Call<RouterInputs['admin']['search'], RouterOutputs['admin']['search']>
  'settings.all'?: Call<RouterInputs['settings']['all'], RouterOutputs['settings']['all']>
  'settings.save'?: Call<RouterInputs['settings']['save'], RouterOutputs['settings']['save']>
  'machines.list'?: Call<RouterInputs['machines']['list'], RouterOutputs['machines']['list']>
  'machines.byId'?: Call<RouterInputs['machines']['byId'], RouterOutputs['machines']['byId']>
  'machines.create'?: Call<RouterInputs['machines']['create'], RouterOutputs['machines']['create']>
  'machines.update'?: Call<RouterInputs['machines']['update'], RouterOutputs['machines']['update']>
  'orders.list'?: Call<RouterInputs['orders']['list'], RouterOutputs['orders']['list']>
  'orders.byId'?: Call<RouterInputs['orders']['byId'], RouterOutputs['orders']['byId']>
  'orders.updateStatuses'?: Call<RouterInputs['orders']['updateStatuses'], RouterOutputs['orders']['updateStatuses']>
  'orders.countMatching'?: Call<RouterInputs['orders']['countMatching'], RouterOutputs['orders']['countMatching']>
  'orders.updateStatus'?: Call<RouterInputs['orders']['updateStatus'], RouterOutputs['orders']['updateStatus']>
  'users.list'?: Call<RouterInputs['users']['list'], RouterOutputs['users']['list']>
  'users.byId'?: Call<RouterInputs['users']['byId'], RouterOutputs['users']['byId']>
  'users.endSessions'?: Call<RouterInputs['users']['endSessions'], RouterOutputs['users']['endSessions']>
  'users.resetFactors'?: Call<RouterInputs['users']['resetFactors'], RouterOutputs['users']['resetFactors']>
  'users.updateRole'?: Call<RouterInputs['users']['updateRole'], RouterOutputs['users']['updateRole']>
  'products.list'?: Call<RouterInputs['products']['list'], RouterOutputs['products']['list']>
  'products.byId'?: Call<RouterInputs['products']['byId'], RouterOutputs['products']['byId']>
  'products.create'?: Call<RouterInputs['products']['create'], RouterOutputs['products']['create']>
  'products.update'?: Call<RouterInputs['products']['update'], RouterOutputs['products']['update']>
  'products.delete'?: Call<RouterInputs['products']['delete'], RouterOutputs['products']['delete']>
  'repairs.list'?: Call<RouterInputs['repairs']['list'], RouterOutputs['repairs']['list']>
  'repairs.byId'?: Call<RouterInputs['repairs']['byId'], RouterOutputs['repairs']['byId']>
  'repairs.updateStatus'?: Call<RouterInputs['repairs']['updateStatus'], RouterOutputs['repairs']['updateStatus']>
  'tradeIns.list'?: Call<RouterInputs['tradeIns']['list'], RouterOutputs['tradeIns']['list']>
  'tradeIns.byId'?: Call<RouterInputs['tradeIns']['byId'], RouterOutputs['tradeIns']['byId']>
  'tradeIns.updateStatus'?: Call<RouterInputs['tradeIns']['updateStatus'], RouterOutputs['tradeIns']['updateStatus']>
  'audit.history'?: Call<RouterInputs['audit']['history'], RouterOutputs['audit']['history']>
}

/** A refusal as the server words it (src/server/api/errors.ts). */
export function refusal(code: string, message: string, fieldErrors?: Record<string, string[]>) {
  const zodError = fieldErrors ? { formErrors: [], fieldErrors } : null
  return TRPCClientError.from<AppRouter>({
    error: { code: -32_000, message, data: { code, httpStatus: 400, path: null, zodError, requestId: null } },
  })
}

/** A refusal with the code that programs tell it by, and with the seconds to wait. */
export function authRefusal(
  code: string,
  errorCode: string,
  message: string,
  retryAfter: number | null = null,
  fieldErrors?: Record<string, string[]>,
) {
  return TRPCClientError.from<AppRouter>({
    error: {
      code: -32_000,
      message,
      data: {
        code,
        httpStatus: 400,
        path: null,
        zodError: fieldErrors ? { formErrors: [], fieldErrors } : null,
        requestId: null,
        errorCode,
        retryAfter,
      },
    },
  } as Parameters<typeof TRPCClientError.from<AppRouter>>[0])
}

const fakeLink =
  (api: FakeApi): TRPCLink<AppRouter> =>
  () =>
  ({ op }) =>
    observable((observer) => {
      // The types of a procedure and of its fake are the same; only the path tells which.
      const procedure = api[op.path as keyof FakeApi] as Call<unknown, unknown> | undefined
      const answer = async () => {
        if (!procedure) throw refusal('NOT_FOUND', `No procedure ${op.path}`)
        return procedure(op.input)
      }
      answer().then(
        (data) => {
          observer.next({ result: { data } })
          observer.complete()
        },
        (error: unknown) => observer.error(TRPCClientError.from<AppRouter>(error instanceof Error ? error : new Error(String(error)))),
      )
    })

/** Where a screen is; what it pushes or replaces becomes the new address, as in the browser, and Back leads back. */
function Address({ pathname, query, children }: { pathname: string; query: NextRouter['query']; children: ReactNode }) {
  const [entries, setEntries] = useState([query])
  const [left, setLeft] = useState('')
  const shown = entries.at(-1) ?? {}
  const go =
    (kept: number | undefined): NextRouter['push'] =>
    async (url) => {
      if (typeof url === 'string') setLeft(url)
      else if (typeof url.query === 'object' && url.query !== null) {
        const entry = Object.fromEntries(Object.entries(url.query).map(([key, value]) => [key, String(value)]))
        setEntries((before) => [...before.slice(0, kept), entry])
      }
      return true
    }
  const back = () => setEntries((before) => before.slice(0, -1))
  return (
    <RouterContext.Provider value={{ ...routerAt(pathname), query: shown, push: go(undefined), replace: go(-1), back }}>
      <output hidden data-testid="left-for">
        {left}
      </output>
      <output hidden data-testid="address">
        {JSON.stringify(shown)}
      </output>
      {children}
    </RouterContext.Provider>
  )
}

/** Renders a screen over fake procedures, with the toasts it shows. */
export function renderScreen(
  screen: ReactNode,
  api: FakeApi,
  { pathname = '/admin', query = {} }: { pathname?: string; query?: NextRouter['query'] } = {},
) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const client = trpc.createClient({ links: [proofLink, fakeLink(api)] })
  return render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Address pathname={pathname} query={query}>
          {screen}
        </Address>
        <Toasts />
      </QueryClientProvider>
    </trpc.Provider>,
  )
}
