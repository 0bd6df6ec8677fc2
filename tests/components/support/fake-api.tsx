import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyProcedure, inferProcedureInput, inferTransformedProcedureOutput } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import type { NextRouter } from 'next/router'
import { useState, type ReactNode } from 'react'
import { vi } from 'vitest'
import { ViewerContext } from '~/components/admin-list/cells'
import { allows, type Scope } from '~/contracts/identity/api-keys'
import { Toasts } from '~/components/ui/toasts'
import type { AppRouter } from '~/server/api/root'
import { ChangeEmailToasts } from '~/features/office/shell/change-email-toasts'
import { changeEmailsLink } from '~/trpc/change-emails'
import { trpc } from '~/trpc/client'
import { proofLink } from '~/trpc/proof-link'
import { routerAt } from '../../setup/router'

// A busy machine types slowly, and takes its time to load what a screen loads on demand.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 15_000 })

type Call<In, Out> = (input: In) => Out | Promise<Out>

type Routers = AppRouter['_def']['record']

/** 'orders.list', 'auth.mfa.verify', …: the path of every procedure. */
type PathOf<Node> = {
  [Name in keyof Node & string]: Node[Name] extends AnyProcedure ? Name : `${Name}.${PathOf<Node[Name]>}`
}[keyof Node & string]
type At<Node, Path> = Path extends `${infer Name}.${infer Rest}`
  ? At<Name extends keyof Node ? Node[Name] : never, Rest>
  : Path extends keyof Node
    ? Node[Path]
    : never

/** The procedures that a test's screens call; one that it leaves out is refused as unknown. */
export type FakeApi = {
  [Path in PathOf<Routers>]?: At<Routers, Path> extends infer Procedure extends AnyProcedure
    ? Call<inferProcedureInput<Procedure>, inferTransformedProcedureOutput<AppRouter, Procedure>>
    : never
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

/** Holds the address of a screen; what it pushes or replaces becomes the new address, as in the browser, and Back leads back. */
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
  { pathname = '/admin', query = {}, scopes = null }: { pathname?: string; query?: NextRouter['query']; scopes?: Scope[] | null } = {},
) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const client = trpc.createClient({ links: [changeEmailsLink, proofLink, fakeLink(api)] })
  return render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Address pathname={pathname} query={query}>
          <ViewerContext
            value={{
              userId: null,
              timeZone: undefined,
              may: (router, access) => allows(scopes, router, access),
              isLimited: scopes !== null,
            }}
          >
            {screen}
          </ViewerContext>
        </Address>
        <ChangeEmailToasts />
        <Toasts />
      </QueryClientProvider>
    </trpc.Provider>,
  )
}
