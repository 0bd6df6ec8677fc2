import { connect } from 'node:net'
import { serveOrders } from './child'

/**
 * Many readers of one stream, as cheap as they can be. usage: stream-readers.ts PORT COUNT PATH
 * Ready once all have had their first state; answers an order once all have had one more event since the order before.
 */
const [port = '', count = '', path = ''] = process.argv.slice(2)
const all = Number(count)

const EVENT = Buffer.from('\nid: ')
/** Which event each reader has had last; the first state is event 0. */
let wanted = 0
let reached = 0
let tell: (() => void) | undefined

const reader = () => {
  let events = -1
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nAccept: text/event-stream\r\n\r\n`)
  socket.on('data', (bytes) => {
    for (let at = bytes.indexOf(EVENT); at >= 0; at = bytes.indexOf(EVENT, at + 1)) {
      events += 1
      if (events === wanted && ++reached === all) tell?.()
    }
  })
  socket.on('error', () => process.exit(1))
}

const everybody = () => new Promise<void>((resolve) => (tell = resolve))
const first = everybody()
// In portions, because a listener's queue is short.
for (let opened = 0; opened < all; opened += 100) {
  for (let index = 0; index < Math.min(100, all - opened); index++) reader()
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await first
wanted = 1
reached = 0
let next = everybody()
serveOrders('ready', async () => {
  await next
  wanted += 1
  reached = 0
  next = everybody()
})
