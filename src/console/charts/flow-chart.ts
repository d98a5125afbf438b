import { Graph, layout } from '@dagrejs/dagre'
import { curveBasis, line } from 'd3-shape'
import { type Html, html } from '#services/pages/html'
import { count } from '../parts/numbers.ts'
import { wrapped } from './wrap-text.ts'

/** A step of a flow. */
export interface FlowNode {
  id: string
  /** The kind in a word or two; undefined for the start and the end. */
  kind?: string
  name: string
  /** Numbers next to the step; undefined for the start and the end. */
  counts?: { active: number; failed: number }
  /** Address of the page of the step. */
  href?: string
  isOff?: boolean
}

export interface FlowLink {
  from: string
  to: string
  label: string | null
}

export interface FlowView {
  id: string
  title: string
  summary: string
  nodes: readonly FlowNode[]
  links: readonly FlowLink[]
}

/** A node with its position, which the layout sets. */
interface Box {
  node: FlowNode
  lines: string[]
  x: number
  y: number
  width: number
  height: number
}

const WIDTH = 220
const LINE = 17
const END_WIDTH = 110
/** What a panel on a phone shows without scrolling. */
const PHONE_WIDTH = 280

/** A chart of steps from the top to the bottom. The caller adds a list with the same facts. */
export const flowChart = ({ id, title, summary, nodes, links }: FlowView): Html => {
  const { boxes, edges, width, height } = layOut(nodes, links)
  const hint =
    width > PHONE_WIDTH && html`<p class="scroll-hint soft small">Scroll the chart sideways to see all steps.</p>`
  return html`${hint}<div class="scroll" tabindex="0" role="region" aria-label="${title}"><figure class="chart flow"><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${summary}</desc><defs><marker id="${id}-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="arrow" d="M0 0 8 4 0 8Z"/></marker></defs>${edges.map(
    (edge) => drawEdge(edge, id),
  )}${boxes.map(drawBox)}</svg></figure></div>`
}

interface Point {
  x: number
  y: number
}

interface Edge {
  points: readonly Point[]
  label: string | null
}

/** The part of the library's graph that the chart uses. Its own types do not resolve under TypeScript's node rules. */
interface LayoutGraph {
  setGraph(options: object): void
  setNode(id: string, box: Box): void
  setEdge(from: string, to: string, label: object, name: string): void
  graph(): { width?: number; height?: number }
  nodes(): string[]
  node(id: string): Box | undefined
  edges(): object[]
  edge(key: object): { points?: Point[]; text?: string } | undefined
}

const layOut = (nodes: readonly FlowNode[], links: readonly FlowLink[]) => {
  const graph: LayoutGraph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 44, marginx: 12, marginy: 12 })
  for (const node of nodes) graph.setNode(node.id, boxOf(node))
  // Each edge has a name, because the two edges of a branch can lead to the same step.
  for (const [at, { from, to, label }] of links.entries())
    graph.setEdge(from, to, label === null ? {} : { text: label, width: 30, height: 18, labelpos: 'c' }, `edge ${at}`)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const edges = graph.edges().map((key): Edge => {
    const { points = [], text = null } = graph.edge(key) ?? {}
    return { points, label: text }
  })
  const boxes = graph.nodes().flatMap((name) => graph.node(name) ?? [])
  return { boxes, edges, width: Math.ceil(width), height: Math.ceil(height) }
}

const boxOf = (node: FlowNode): Box => {
  const isEnd = node.kind === undefined
  const lines = wrapped(node.name, isEnd ? 14 : 29, 3)
  return { node, lines, x: 0, y: 0, width: isEnd ? END_WIDTH : WIDTH, height: isEnd ? 34 : 40 + lines.length * LINE }
}

const path = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
).curve(curveBasis)

const drawEdge = ({ points, label }: Edge, id: string): Html => {
  const middle = points[Math.floor(points.length / 2)]
  const isLeft = (middle?.x ?? 0) < (points[0]?.x ?? 0)
  return html`<path class="edge" d="${path([...points])}" marker-end="url(#${id}-arrow)"/>${
    label !== null &&
    middle &&
    html`<text x="${middle.x + (isLeft ? -9 : 9)}" y="${middle.y + 4}"${isLeft && html` text-anchor="end"`}>${label}</text>`
  }`
}

const drawBox = ({ node, lines, x, y, width, height }: Box): Html => {
  const left = x - width / 2
  const top = y - height / 2
  if (node.kind === undefined)
    return html`<g><rect class="node end" x="${left}" y="${top}" width="${width}" height="${height}" rx="17"/><text class="name" x="${x}" y="${y + 5}" text-anchor="middle">${node.name}</text></g>`
  const content = html`<rect class="node${node.isOff && ' off'}" x="${left}" y="${top}" width="${width}" height="${height}" rx="10"/><text class="kind" x="${left + 14}" y="${top + 21}">${node.kind}${node.isOff && ' (off)'}</text>${lines.map(
    (text, at) => html`<text class="name" x="${left + 14}" y="${top + 41 + at * LINE}">${text}</text>`,
  )}${counter(node, left + width - 10, top + 8)}`
  return node.href === undefined ? html`<g>${content}</g>` : html`<a href="${node.href}">${content}</a>`
}

const PILL_HEIGHT = 19

/** The numbers of a step, from the right: those at the step, then those that failed. */
const counter = ({ counts }: FlowNode, right: number, top: number): Html | undefined => {
  if (!counts) return undefined
  const pills = [
    { value: counts.active, kind: counts.active === 0 ? 'none' : 'active' },
    ...(counts.failed > 0 ? [{ value: counts.failed, kind: 'failed' }] : []),
  ]
  let edge = right
  return html`${pills.map(({ value, kind }) => {
    const text = count(value)
    const width = 14 + text.length * 7
    edge -= width + 4
    return html`<rect class="pill ${kind}" x="${edge}" y="${top}" width="${width}" height="${PILL_HEIGHT}" rx="9.5"/><text class="pill-text${kind === 'none' && ' zero'}" x="${edge + width / 2}" y="${top + 13.5}" text-anchor="middle">${text}</text>`
  })}`
}
