import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { cardShopAnswer, cardShopFacts, type CardShopCommand, type CardShopFacts } from './card-shop-commands'

/** The shop of tests of orders by card, in a process that is killed and started again on the same database. */

type Outcome = { value: unknown } | { refused: string } | 'died'

export class CardShopProcess {
  #child: ChildProcess | undefined
  #number = 0
  readonly #waiting = new Map<number, (outcome: Outcome) => void>()
  kills = 0

  /** @param args of the program, without the clock's offset (ms) */
  constructor(
    private readonly program: string,
    private readonly args: readonly string[],
    private readonly offsetMs: () => number,
  ) {}

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.program, ...this.args, String(this.offsetMs())], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#child = child
    const opened = this.#answerOf(0)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = cardShopAnswer.parse(JSON.parse(line))
      this.#waiting.get(answer.number)?.(answer)
    })
    child.once('exit', () => {
      for (const end of this.#waiting.values()) end('died')
    })
    // Writing to one that is dying is lost.
    child.stdin.on('error', () => undefined)
    if ((await opened) === 'died') throw new Error('The shop did not open')
  }

  #answerOf(number: number): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#waiting.set(number, (outcome) => {
        this.#waiting.delete(number)
        resolve(outcome)
      })
    })
  }

  get isAlive(): boolean {
    const child = this.#child
    return child?.exitCode === null && child.signalCode === null
  }

  async ask(command: CardShopCommand): Promise<Outcome> {
    if (!this.isAlive) return 'died'
    const number = ++this.#number
    const answer = this.#answerOf(number)
    this.#child?.stdin?.write(`${JSON.stringify({ number, command })}\n`)
    return answer
  }

  async facts(first: number, isSettled: boolean): Promise<CardShopFacts> {
    const answer = await this.ask({ kind: 'facts', first, isSettled })
    if (answer === 'died' || 'refused' in answer) throw new Error(`The shop says nothing: ${JSON.stringify(answer)}`)
    return cardShopFacts.parse(answer.value)
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || !this.isAlive) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    this.kills += 1
  }
}
