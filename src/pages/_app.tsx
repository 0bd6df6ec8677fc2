import type { AppProps } from 'next/app'
import localFont from 'next/font/local'
import '~/lib/zod-without-eval'
import type { PageWithLayout } from '~/lib/page-layout'
import '~/styles/globals.css'

/*
 * 35 kB, served from this host and preloaded. 'optional' never moves a line of text that is already
 * read: a visitor whose network is too slow for it keeps the system's face on that page.
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

/** Thin on purpose: the back office brings its own providers in its layout, public pages need none. */
export default function App({ Component, pageProps }: AppPropsWithLayout) {
  const page = <Component {...pageProps} />
  return <div className={archivo.className}>{Component.getLayout?.(page, pageProps) ?? page}</div>
}
