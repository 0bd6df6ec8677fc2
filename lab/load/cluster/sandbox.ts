import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, join } from 'node:path'

/** PostgreSQL refuses to run as root; `nobody` is there on every Debian and owns nothing. */
const NOBODY = 65534

/**
 * Waits for the end of its input, which comes with the end of the process that started it, even by kill; then ends every process
 * that has the folder in its command line, its environment or as where it works (a worker of nginx has only that), and removes the
 * folder.
 */
const keeper = `trap '' INT TERM HUP; read -r _
named() { for p in /proc/[0-9]*; do [ "$p" != "/proc/$$" ] && { cat "$p/cmdline" "$p/environ"; readlink "$p/cwd"; } 2>/dev/null | grep -qaF "$SHOP_CLUSTER" && echo "\${p#/proc/}"; done; }
for i in 1 2; do for pid in $(named); do grep -qs postgres "/proc/$pid/comm" && kill -QUIT $pid || kill -KILL $pid; done 2>/dev/null; done
rm -rf "$SHOP_CLUSTER"`

/** A process of the cluster. */
export interface Program {
  pid: number
  ended: Promise<number | null>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** A temporary folder of an ordinary account, and what runs in it. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'))
  /** The account that everything runs as, where it is not this one. */
  readonly uid = NOBODY
  readonly #owner = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  readonly #environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PATH: `${process.env.PATH ?? ''}:/usr/sbin`,
    LC_ALL: 'C.UTF-8',
    HOME: this.folder,
    SHOP_CLUSTER: this.folder,
  }
  readonly #keeper: ChildProcess

  constructor() {
    chmodSync(this.folder, 0o755)
    this.#own(this.folder)
    const stdio = ['pipe', 'ignore', 'ignore'] as const
    this.#keeper = spawn('/bin/sh', ['-c', keeper], { env: this.#environment, stdio: [...stdio], detached: true })
  }

  #own(path: string): void {
    if (this.#owner.uid !== undefined) chownSync(path, this.#owner.uid, this.#owner.gid)
  }

  path = (...names: string[]): string => join(this.folder, ...names)

  /** A folder that its account alone may enter. */
  makeFolder(name: string): string {
    const path = this.path(name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    this.#own(path)
    return path
  }

  /** Writes a configuration from a template. @returns its path */
  configure(name: string, template: string, values: Record<string, string | number>): string {
    return this.write(name, this.render(template, values))
  }

  /** A template's text, with its values. */
  render(template: string, values: Record<string, string | number>): string {
    return readFileSync(template, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (place, key: string) => {
      const value = values[key]
      if (value === undefined) throw new Error(`${basename(template)}: nothing is put in the place of ${place}`)
      return String(value)
    })
  }

  write(name: string, text: string): string {
    const path = this.path(name)
    writeFileSync(path, text, { mode: 0o600 })
    this.#own(path)
    return path
  }

  /** Starts a program; its words go to a file of its name. */
  start(name: string, command: string, args: readonly string[]): Program {
    const log = openSync(this.path(`${name}.log`), 'a', 0o600)
    const child = spawn(command, args, {
      ...this.#owner,
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', log, log],
      // Ctrl-C in the terminal is this program's to answer.
      detached: true,
    })
    closeSync(log)
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
      child.once('error', () => {
        resolve(-1)
      })
    })
    return {
      pid: child.pid ?? 0,
      ended,
      end: (signal) => {
        child.kill(signal)
        return ended
      },
    }
  }

  /** Runs a program to its end. @returns what it says @throws with that if it fails */
  run(command: string, args: readonly string[], options: { input?: string } = {}): string {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      ...this.#owner,
      ...options,
      cwd: this.folder,
      env: this.#environment,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${basename(command)} ${args.join(' ')}: ${error?.message ?? ''}${stderr}${stdout}`)
    return stdout
  }

  /** The last words of everything that has said something. */
  words(lines = 6): string {
    const logs = readdirSync(this.folder).filter((name) => name.endsWith('.log'))
    return logs
      .map((name) => `── ${name}\n${readFileSync(this.path(name), 'utf8').trimEnd().split('\n').slice(-lines).join('\n')}`)
      .join('\n')
  }

  /** Ends what is left and removes the folder. */
  async clear(): Promise<void> {
    const gone = new Promise((resolve) => this.#keeper.once('exit', resolve))
    this.#keeper.stdin?.end()
    await gone
  }
}

/** A process and all that it has started, while they are there. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const [, rest = ''] = readFileSync(`/proc/${entry}/stat`, 'utf8').split(/\) \S /)
      parents.set(Number(entry), Number(rest.split(' ', 1)[0]))
    } catch {
      // Gone meanwhile.
    }
  }
  const found = [pid]
  for (const member of found) for (const [child, parent] of parents) if (parent === member) found.push(child)
  return found
}
