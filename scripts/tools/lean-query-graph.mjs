import { readFileSync, writeFileSync } from 'node:fs'
import { deserializeParamGraph, serializeParamGraph } from '@prisma/param-graph'

/**
 * A Prisma client carries a graph of all values that a query may have, so that two queries that differ in values alone share a plan. More
 * than half of it are writes of related rows inside another write (`profile: { create: … }`), which the shop hardly makes: each process
 * would take a tenth of a second to read them, and keep 12 MB. Such a write is right without them too; only its plan is not shared.
 */

/** The fields of a relation that is written with its parent. */
const NESTED_WRITES = ['create', 'connect']

/** @typedef {import('@prisma/param-graph').ParamGraphData} Graph */

/** The graph without nested writes, and without what only they lead to; nodes of the same values are one. @param {Graph} graph */
export function leanGraph(graph) {
  const marks = NESTED_WRITES.map((name) => graph.strings.indexOf(name))
  const isNestedWrite = ({ childNodeId }) => childNodeId !== undefined && marks.some((mark) => graph.inputNodes[childNodeId].edges[mark])
  const inputNodes = graph.inputNodes.map(({ edges }) => ({
    edges: Object.fromEntries(Object.entries(edges).filter(([, edge]) => !isNestedWrite(edge))),
  }))
  return shared(reachable({ ...graph, inputNodes }))
}

/** @param {Graph} graph */
function reachable(graph) {
  const starts = [graph.roots, ...graph.outputNodes.map(({ edges }) => edges)].flatMap((edges) => Object.values(edges))
  /** Grows while it is walked. */
  const reached = new Set(starts.flatMap(({ argsNodeId }) => argsNodeId ?? []))
  for (const id of reached)
    for (const { childNodeId } of Object.values(graph.inputNodes[id].edges)) if (childNodeId !== undefined) reached.add(childNodeId)
  return moved(graph, [...reached], new Map([...reached].map((id, place) => [id, place])))
}

/** @param {Graph} graph */
function shared(graph) {
  const places = new Map(graph.inputNodes.map((node) => JSON.stringify(node)).map((key, id, keys) => [id, keys.indexOf(key)]))
  const firsts = [...new Set(places.values())]
  if (firsts.length === graph.inputNodes.length) return graph
  const placeOf = new Map(firsts.map((id, place) => [id, place]))
  // Nodes that lead to what has become one may be the same now.
  return shared(moved(graph, firsts, new Map([...places].map(([id, first]) => [id, placeOf.get(first)]))))
}

/**
 * @param {Graph} graph
 * @param {number[]} ids the nodes that stay, in their new order
 * @param {Map<number, number>} places where each node stands then
 * @returns {Graph}
 */
function moved(graph, ids, places) {
  const through = (name, edges) =>
    Object.fromEntries(
      Object.entries(edges).map(([key, edge]) => [key, edge[name] === undefined ? edge : { ...edge, [name]: places.get(edge[name]) }]),
    )
  return {
    strings: graph.strings,
    inputNodes: ids.map((id) => ({ edges: through('childNodeId', graph.inputNodes[id].edges) })),
    outputNodes: graph.outputNodes.map(({ edges }) => ({ edges: through('argsNodeId', edges) })),
    roots: through('argsNodeId', graph.roots),
  }
}

const written = /(?<=^config\.parameterizationSchema = \{\n {2}strings: JSON\.parse\((".*")\),\n {2}graph: ")[\w-]*(?="\n\})/m

/**
 * Rewrites the graph in the module that Prisma's generator has written.
 *
 * @param {string} path
 */
export function leanQueryGraph(path) {
  const text = readFileSync(path, 'utf8')
  const found = written.exec(text)
  if (!found) throw new Error(`${path} has no graph of values where this version of Prisma writes it`)
  const [graph, strings] = found
  const lean = leanGraph(deserializeParamGraph({ strings: JSON.parse(JSON.parse(strings)), graph }))
  writeFileSync(
    path,
    text.replace(written, () => serializeParamGraph(lean).graph),
  )
}
