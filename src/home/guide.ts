import { type Html, html, joinHtml } from '#services/pages/html'

/**
 * Renders the Markdown that our guides use: headings, paragraphs, flat lists, tables, code and links. Each heading is an
 * anchor. Comments are left out.
 */
export const renderGuide = (markdown: string): Html => {
  const blocks = blocksOf(markdown.replaceAll(/<!--[\s\S]*?-->\n?/g, ''))
  return joinHtml(blocks.map(renderBlock))
}

const FENCE = /^```/

/** Paragraphs and other blocks are separated by empty lines, except inside code. A heading is a block by itself. */
const blocksOf = (markdown: string): string[][] => {
  const blocks: string[][] = [[]]
  let isCode = false
  for (const line of markdown.split('\n')) {
    const last = blocks.at(-1) as string[]
    if (line === '' && !isCode) blocks.push([])
    else if (/^#+ /.test(line) && !isCode) blocks.push([line], [])
    else last.push(line)
    if (FENCE.test(line)) isCode = !isCode
  }
  return blocks.filter((lines) => lines.length > 0)
}

const renderBlock = (lines: string[]): Html => {
  const [first = ''] = lines
  if (FENCE.test(first)) return html`<pre tabindex="0"><code>${lines.slice(1, -1).join('\n')}</code></pre>`
  if (first.startsWith('#')) return heading(first)
  if (first.startsWith('|')) return table(lines)
  if (first.startsWith('- ')) return html`<ul class="plain">${items(lines, /^- /)}</ul>`
  const number = /^(\d+)\. /.exec(first)?.[1]
  if (number !== undefined) return html`<ol start="${number}">${items(lines, /^\d+\. /)}</ol>`
  return html`<p>${inline(lines.join(' '))}</p>`
}

const heading = (line: string): Html => {
  const text = line.replace(/^#+ /, '')
  const id = anchorOf(text)
  if (line.startsWith('# ')) return html`<h1 id="${id}">${inline(text)}</h1>`
  return line.startsWith('## ') ? html`<h2 id="${id}">${inline(text)}</h2>` : html`<h3 id="${id}">${inline(text)}</h3>`
}

/** As usual on the web: "A first key" is #a-first-key. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

/** Lines that do not start with the mark continue the item before them. */
const items = (lines: string[], mark: RegExp): Html[] => {
  const texts: string[] = []
  for (const line of lines) {
    if (mark.test(line)) texts.push(line.replace(mark, ''))
    else texts.push(`${texts.pop() ?? ''} ${line.trim()}`)
  }
  return texts.map((text) => html`<li>${inline(text)}</li>`)
}

const table = ([head = '', _rule, ...rows]: string[]): Html =>
  html`<div class="scroll" tabindex="0"><table><thead><tr>${cells(head).map((cell) => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`

/** A vertical bar inside a cell is written with a backslash, "less than" as an entity. */
const cells = (row: string): Html[] =>
  row
    .replace(/^\|\s*/, '')
    .replace(/\s*\|$/, '')
    .split(/\s*(?<!\\)\|\s*/)
    .map((cell) => inline(cell.replaceAll('\\|', '|').replaceAll('&lt;', '<')))

const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g

const inline = (text: string): Html => {
  const parts: Html[] = []
  let at = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, label = '', target = ''] = found
    parts.push(html`${text.slice(at, found.index)}`)
    parts.push(code === undefined ? link(label, target) : html`<code>${code}</code>`)
    at = found.index + whole.length
  }
  return joinHtml([...parts, html`${text.slice(at)}`])
}

/** Other files of the repository are not on the server. */
const link = (label: string, target: string): Html => {
  const guide = /^(operators|integrators)\.md(#.*)?$/.exec(target)
  if (guide) return html`<a href="/guides/${guide[1]}${guide[2]}">${inline(label)}</a>`
  if (/^(https?:\/\/|#|\/)/.test(target)) return html`<a href="${target}">${inline(label)}</a>`
  return inline(label)
}
