import { spawn } from 'node:child_process'
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { hasApiDocuments, makeApiDocuments } from './tools/api-documents.mjs'
import { program, quietEnv, root } from './tools/project.mjs'

/**
 * `npm run dev`: the shop with hot reload. Next replaces pages in the open browser; an edit of the process's own code restarts it.
 * `tsx watch` would lose files that an editor or git replaces.
 */

const SERVER_CODE = ['src/server', 'src/contracts', 'src/lib', 'prisma']
/** An edit comes as several events. */
const QUIET_MS = 200

/** Folders are watched, not files: they know of those that are replaced, and of new ones. */
function watchServerCode(changed) {
  const folders = SERVER_CODE.flatMap((folder) => [
    folder,
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  ])
  const watchers = folders.map((folder) => watch(folder, (_event, name) => /\.(?:ts|sql|prisma)$/.test(name ?? '') && changed()))
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}

/** Runs the server until it ends by itself, or is ended for an edit. @returns its exit code, null after an edit */
async function runServer() {
  const server = spawn(process.execPath, ['scripts/run.mjs', 'src/server/http/main.ts', '--dev'], { stdio: 'inherit', env })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  let edited
  const edit = new Promise((resolve) => (edited = resolve))
  let timer
  const close = watchServerCode(() => {
    clearTimeout(timer)
    timer = setTimeout(edited, QUIET_MS, true)
  })
  const pass = () => server.kill('SIGTERM')
  process.once('SIGTERM', pass)
  try {
    const code = await Promise.race([ended, edit.then(() => null)])
    // One that could not start waits for the edit that mends it.
    if (code === null) server.kill('SIGTERM')
    else if (code !== 0 && !stopping) await edit
    await ended
    return stopping || code === 0 ? (code ?? 0) : null
  } finally {
    close()
    process.off('SIGTERM', pass)
  }
}

const env = { ...quietEnv, NODE_ENV: process.env.NODE_ENV ?? 'development' }
let stopping = false
// Ctrl+C reaches the server too, which ends in its own time.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopping = true))

await program(async () => {
  await prepare()
  process.chdir(root)
  // Beside the server, and once: `npm run docs:api` makes them anew.
  if (!hasApiDocuments()) makeApiDocuments({ niceness: 10 }).catch((error) => console.error(error.message))
  while ((await runServer()) === null) console.log('\nThe code of the server has changed: starting it anew …')
})
