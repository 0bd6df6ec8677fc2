import { expect, it } from 'vitest'
import { leanGraph } from '../../scripts/tools/lean-query-graph.mjs'

const SCALAR = { flags: 1, scalarMask: 1 }
const OBJECT = { flags: 32 }
const strings = ['data', 'where', 'email', 'profile', 'create', 'connect', 'id', 'User.createOne', 'User.findMany']
/** Their places. */
const [DATA, WHERE, EMAIL, PROFILE, CREATE, CONNECT, ID] = [0, 1, 2, 3, 4, 5, 6] as const

/** `User.createOne` with a nested profile, and `User.findMany` by two filters that are the same. */
const graph = {
  strings,
  inputNodes: [
    { edges: { [DATA]: { ...OBJECT, childNodeId: 1 } } },
    { edges: { [EMAIL]: SCALAR, [PROFILE]: { ...OBJECT, childNodeId: 2 } } },
    { edges: { [CREATE]: { ...OBJECT, childNodeId: 3 }, [CONNECT]: { ...OBJECT, childNodeId: 4 } } },
    { edges: { [EMAIL]: SCALAR } },
    { edges: { [ID]: SCALAR } },
    { edges: { [WHERE]: { ...OBJECT, childNodeId: 6 }, [PROFILE]: { ...OBJECT, childNodeId: 7 } } },
    { edges: { [ID]: SCALAR } },
    { edges: { [ID]: SCALAR } },
  ],
  outputNodes: [{ edges: { [PROFILE]: { argsNodeId: 5, outputNodeId: 0 } } }],
  roots: { 'User.createOne': { argsNodeId: 0, outputNodeId: 0 }, 'User.findMany': { argsNodeId: 5, outputNodeId: 0 } },
}

it('leaves out writes inside another write and what only they lead to, and has each kind of values once', () => {
  expect(leanGraph(graph)).toEqual({
    strings,
    inputNodes: [
      { edges: { [DATA]: { ...OBJECT, childNodeId: 2 } } },
      { edges: { [WHERE]: { ...OBJECT, childNodeId: 3 }, [PROFILE]: { ...OBJECT, childNodeId: 3 } } },
      { edges: { [EMAIL]: SCALAR } },
      { edges: { [ID]: SCALAR } },
    ],
    outputNodes: [{ edges: { [PROFILE]: { argsNodeId: 1, outputNodeId: 0 } } }],
    roots: { 'User.createOne': { argsNodeId: 0, outputNodeId: 0 }, 'User.findMany': { argsNodeId: 1, outputNodeId: 0 } },
  })
})
