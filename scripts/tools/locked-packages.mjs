/** Where Node finds packages in the tree of a package-lock.json. */

/** The entry that a package at `from` would load `name` from, as Node looks for it; null where there is none. */
function lockedAt(packages, from, name) {
  const folder = from === '' ? '' : `${from}/`
  if (`${folder}node_modules/${name}` in packages) return `${folder}node_modules/${name}`
  return from === '' ? null : lockedAt(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/**
 * Packages that the shop itself asks for by no line, but that would come with it, because a tool has them and they are an optional peer of a
 * package of the shop: Prisma's command line of its client, a browser's driver of Next. npm marks them `devOptional` and installs them.
 *
 * @param {Record<string, object>} packages of a package-lock.json
 * @returns {string[]} their places
 */
export function toolsOnly(packages) {
  const needed = new Set([''])
  for (const from of needed) {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[from]
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = lockedAt(packages, from, name)
      if (place !== null) needed.add(place)
    }
  }
  return Object.keys(packages).filter((place) => packages[place].devOptional && !needed.has(place))
}
