/** Where nobody watches, such as in a log, a step says how it goes this often (s). */
const SELDOM = 20

/**
 * Says in one line what is done, for how long, and how long it usually takes, while it is done.
 *
 * @template T
 * @param {string} what such as 'Building the shop'
 * @param {number} usual seconds
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showing(what, usual, work) {
  const { stdout } = process
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  // In a terminal each line stands in for the one before, and what another writes meanwhile in its place.
  const say = (line) => stdout.write(stdout.isTTY ? `\x1b[K${line}\r` : `${line}\n`)
  const tell = () => (stdout.isTTY || seconds() % SELDOM === 0) && say(`${what} … ${seconds()} s of about ${usual}`)
  say(`${what}, about ${usual} s …`)
  const timer = setInterval(tell, 1000)
  try {
    const result = await work()
    say(`${what}: ${seconds()} s`)
    return result
  } finally {
    clearInterval(timer)
    if (stdout.isTTY) stdout.write('\n')
  }
}
