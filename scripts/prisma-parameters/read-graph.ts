/** The parameters of all queries, as the generated client contains them. */
export interface EncodedGraph {
  strings: string[]
  /** base64url. */
  graph: string
}

type Edges = Record<number, Record<string, number>>

export interface ParameterGraph {
  strings: string[]
  inputNodes: { readonly edges: Edges }[]
  outputNodes: { readonly edges: Edges }[]
  roots: Record<string, Record<string, number>>
}

/** Reads numbers of 7 bits per byte, the lowest first. */
class Reader {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0
  }

  number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }

  /** 0 stands for none. */
  optional(): number | undefined {
    const value = this.number()
    return value === 0 ? undefined : value - 1
  }
}

type ReadEdge = (reader: Reader) => Record<string, number>

const present = (edge: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(edge).filter((entry): entry is [string, number] => entry[1] !== undefined))

const readInput: ReadEdge = (reader) => {
  const mask = reader.byte() + 256 * reader.byte()
  const childNodeId = reader.optional()
  const enumNameIndex = reader.optional()
  return present({ flags: reader.byte(), scalarMask: mask || undefined, childNodeId, enumNameIndex })
}

const readOutput: ReadEdge = (reader) => {
  const argsNodeId = reader.optional()
  return present({ argsNodeId, outputNodeId: reader.optional() })
}

const skipInput = (reader: Reader): void => {
  reader.number()
  reader.at += 2
  reader.number()
  reader.number()
  reader.at++
}

const skipOutput = (reader: Reader): void => {
  reader.number()
  reader.number()
  reader.number()
}

/** A node whose edges are decoded at their first use. */
class LazyNode {
  readonly #bytes: Buffer
  readonly #at: number
  readonly #readEdge: ReadEdge
  #edges: Edges | undefined

  constructor(bytes: Buffer, at: number, readEdge: ReadEdge) {
    this.#bytes = bytes
    this.#at = at
    this.#readEdge = readEdge
  }

  get edges(): Edges {
    this.#edges ??= this.#read()
    return this.#edges
  }

  #read(): Edges {
    const reader = new Reader(this.#bytes, this.#at)
    const edges: Edges = {}
    for (let left = reader.number(); left > 0; left--) {
      const name = reader.number()
      edges[name] = this.#readEdge(reader)
    }
    return edges
  }
}

const nodesOf = (reader: Reader, count: number, readEdge: ReadEdge, skip: (reader: Reader) => void): LazyNode[] =>
  Array.from({ length: count }, () => {
    const node = new LazyNode(reader.bytes, reader.at, readEdge)
    for (let left = reader.number(); left > 0; left--) skip(reader)
    return node
  })

const known = new WeakMap<EncodedGraph, ParameterGraph>()

/**
 * Returns the graph of the parameters of all queries as Prisma's client decodes it, but shared by all clients, and each
 * node decoded when a query uses it.
 */
export const readGraph = (encoded: EncodedGraph): ParameterGraph => {
  const found = known.get(encoded)
  if (found) return found
  const { strings } = encoded
  const reader = new Reader(Buffer.from(encoded.graph, 'base64url'))
  const inputs = reader.number()
  const outputs = reader.number()
  const roots = reader.number()
  const graph: ParameterGraph = {
    strings,
    inputNodes: nodesOf(reader, inputs, readInput, skipInput),
    outputNodes: nodesOf(reader, outputs, readOutput, skipOutput),
    roots: {},
  }
  for (let left = roots; left > 0; left--) {
    const name = strings[reader.number()] ?? ''
    graph.roots[name] = readOutput(reader)
  }
  known.set(encoded, graph)
  return graph
}
