import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DocumentContext, Head, Html, Main, NextScript } from 'next/document'
import { InTurn } from '~/components/ui/in-turn'

export default function Document() {
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#13171b" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </Head>
      <body>
        <Main />
        <InTurn turn={1}>
          <NextScript />
        </InTurn>
      </body>
    </Html>
  )
}

/** Before the page is drawn, and before its head and its data are written around it, requests that have come meanwhile are answered. */
Document.getInitialProps = async (context: DocumentContext) => {
  await nextTurn()
  const page = await context.defaultGetInitialProps(context)
  await nextTurn()
  return page
}
