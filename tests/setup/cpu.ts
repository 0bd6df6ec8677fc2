/**
 * What work costs this process, its threads included, in ms of the processor: the least of a few rounds, because
 * whatever else the process does can only add to it.
 */
export async function cpuOf(work: (round: number) => Promise<unknown>, rounds = 3): Promise<number> {
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    await work(round)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
