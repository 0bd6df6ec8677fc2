import type { AppProps } from 'next/app'
import '~/styles/globals.css'

/** Thin on purpose: the back office brings its own providers, public pages need none. */
export default function App({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />
}
