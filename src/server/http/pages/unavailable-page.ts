import { UNAVAILABLE_SECONDS, UNAVAILABLE_MESSAGE } from '~/server/api/errors'

/**
 * The page that stands at any address whose own page needs the database while that is unavailable. It is whole by itself,
 * because nothing can be read for it, and in the palette of src/styles/globals.css. The address stays: `public/retry.js`
 * loads it again once the shop is well; without scripts the browser does so every few seconds.
 */
export const unavailablePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>One moment, please</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/retry.js" defer></script>
<noscript><meta http-equiv="refresh" content="${UNAVAILABLE_SECONDS * 2}"></noscript>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: light-dark(#fff, #14181c); color: light-dark(#14181d, #f0f2f4); font: 1rem/1.6 'Archivo', system-ui, sans-serif }
main { max-width: 30rem; padding: 2rem 1.5rem; text-align: center }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2 }
p { margin: 0 0 .75rem; color: light-dark(#454e58, #bcc4cd) }
a { display: inline-block; margin-top: .75rem; padding: .625rem 1.25rem; border-radius: .5rem; background: #f5a524; color: #1b1204; font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid light-dark(#a05f00, #f8b84e); outline-offset: 2px }
</style>
</head>
<body>
<main>
<h1>One moment, please</h1>
<p>${UNAVAILABLE_MESSAGE}</p>
<p role="status">You are still signed in if you were before. This page opens by itself as soon as it can.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`
