import { Refusal } from '../../scripts/tools/project.mjs'

/** One part of `npm run bench`, a file of this folder each; main.ts lists them. */
export interface BenchSection {
  /** Its name on the command line. */
  name: string
  /** Heads its tables: the subject of the measurement and the target. */
  wanted: string
  /** The section needs the built shop, or a browser too. They are made before the first section starts. */
  needs?: 'build' | 'browser'
  /** Measures and prints; `args` are the words that followed its name. */
  run: (args: readonly string[]) => Promise<void>
}

/** The words of a command line, each section's name with those that follow it. */
export function chosenSections(sections: readonly BenchSection[], words: readonly string[]): { section: BenchSection; args: string[] }[] {
  const chosen: { section: BenchSection; args: string[] }[] = []
  for (const word of words) {
    const section = sections.find(({ name }) => name === word)
    const last = chosen.at(-1)
    if (section) chosen.push({ section, args: [] })
    else if (last) last.args.push(word)
    else throw new Refusal(`There is no section ${word}; the sections are ${sections.map(({ name }) => name).join(', ')}.`)
  }
  return chosen.length > 0 ? chosen : sections.map((section) => ({ section, args: [] }))
}
