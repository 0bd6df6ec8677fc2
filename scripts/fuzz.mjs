import { prepare } from './prepare.mjs'
import { program, Refusal, runPackage } from './tools/project.mjs'

/**
 * `npm run fuzz [RUNS]`: made-up inputs for every procedure and every address, 20,000 unless another number is
 * given, other ones each time; FUZZ_SEED plays the same ones again. `npm test` does a share of it with a fixed seed.
 */
await program(async () => {
  const runs = process.argv[2] ?? process.env.FUZZ_RUNS ?? '20000'
  if (!/^[1-9]\d*$/.test(runs)) throw new Refusal(`How many inputs? ${runs} is no number.`)
  await prepare({ tests: true })
  process.exitCode = await runPackage('vitest/vitest.mjs', ['run', 'tests/fuzz'], { env: { FUZZ_RUNS: runs } })
})
