import { createServer } from 'node:http'

/**
 * `node bare-server.mjs PORT SITE PAGE …`: takes pages once from a site, compressed, and sends their bytes with
 * nothing but what a browser needs to show them: as fast as Node's own server goes.
 */
const [port, site, ...pages] = process.argv.slice(2)

/** The bytes as they come over the wire: `fetch` would unpack them. */
async function compressed(page) {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(`${site}${page}`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => resolve(Buffer.concat(parts)))
    })
      .on('error', reject)
      .end()
  })
}

const bodies = new Map()
for (const page of pages) bodies.set(page, await compressed(page))

createServer((req, res) => {
  const body = bodies.get(req.url)
  res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br', 'Content-Length': body.length })
  res.end(body)
}).listen(Number(port), '127.0.0.1')
