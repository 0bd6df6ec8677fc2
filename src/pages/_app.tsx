import type { AppProps } from 'next/app'
import localFont from 'next/font/local'
import '~/lib/zod-without-eval'
import '~/styles/globals.css'
import type { NextPage } from 'next'
import type { ReactElement, ReactNode } from 'react'

/**
 * The layout stays mounted when the next page has the same one. Both get the props of `getServerSideProps`.
 * @see https://nextjs.org/docs/pages/building-your-application/routing/pages-and-layouts#per-page-layouts
 */
type PageWithLayout<Props = object> = NextPage<Props> & {
  getLayout?: (page: ReactElement, props: Props) => ReactNode
}

/*
 * 35 kB, served from this host and preloaded. 'optional' never moves text that is already being read: on a slow network the page keeps the
 * system font.
 */
const archivo = localFont({
  src: '../../node_modules/@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  fallback: ['system-ui', 'sans-serif'],
  declarations: [{ prop: 'font-family', value: 'Archivo' }],
})

interface AppPropsWithLayout extends AppProps<object> {
  Component: PageWithLayout
}

/** Has no providers: the back office brings its own in its layout, and public pages need none. */
export default function App({ Component, pageProps }: AppPropsWithLayout) {
  const page = <Component {...pageProps} />
  return <div className={archivo.className}>{Component.getLayout?.(page, pageProps) ?? page}</div>
}
