import type { NextRouter } from 'next/router'

const goNowhere = () => Promise.resolve(true)
const ignore = () => undefined

/** A router that stands on a path and goes nowhere, for components that ask which page is shown. */
export const routerAt = (pathname: string): NextRouter => ({
  pathname,
  route: pathname,
  asPath: pathname,
  basePath: '',
  query: {},
  isLocaleDomain: false,
  isFallback: false,
  isReady: true,
  isPreview: false,
  events: { on: ignore, off: ignore, emit: ignore },
  push: goNowhere,
  replace: goNowhere,
  prefetch: () => Promise.resolve(),
  reload: ignore,
  back: ignore,
  forward: ignore,
  beforePopState: ignore,
})
