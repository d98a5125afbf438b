import { type Html, html } from '../pages/html.ts'
import { areaPath, framePage, operationList } from './frame.page.ts'
import { prose } from './prose.ts'
import type { ReferenceArea, ReferenceModel } from './reference-model.ts'
import type { SearchHit } from './search-index.ts'

const countOf = ({ sections }: ReferenceArea): number =>
  sections.reduce((sum, { operations }) => sum + operations.length, 0)

export const sectionId = (name: string): string => name.replaceAll(/[^\w-]+/g, '-')

const sectionLinks = ({ name, sections }: ReferenceArea, base = areaPath(name)): Html =>
  html`<ul class="sections">${sections.map(
    (section) =>
      html`<li><a href="${base}#${sectionId(section.name)}">${section.name}</a> <span class="soft">${section.operations.length}</span></li>\n`,
  )}</ul>`

/** Returns the first page: all areas with their sections. */
export const contentsPage = ({ areas, operations }: ReferenceModel): string =>
  framePage({
    title: 'API reference',
    content: html`<p class="soft small">This server has ${operations.length} operations in ${areas.length} areas. Also:
<a href="/guides/integrators">guide for integrators</a>, <a href="/reference/problems">problems</a>,
<a href="/openapi.json">OpenAPI document</a>.</p>
${areas.map(
  (
    area,
  ) => html`<section class="area"><h2 id="${area.name}"><a href="${areaPath(area.name)}">${area.name}</a> <span class="soft count">${countOf(area)} operations</span></h2>
<p>${prose(area.description)}</p>
${sectionLinks(area)}</section>\n`,
)}`,
  })

/** Returns the operations of an area, by section. */
export const areaPage = (area: ReferenceArea): string =>
  framePage({
    title: area.name,
    content: html`<p>${prose(area.description)}</p>
<p class="soft">${scopesOf(area)}</p>
<nav aria-label="Sections">${sectionLinks(area, '')}</nav>
${area.sections.map(
  ({ name, operations }) => html`<section><h2 id="${sectionId(name)}">${name}</h2>
${operationList(operations)}</section>\n`,
)}`,
  })

/** Returns the scopes of the operations that are served. */
const scopesOf = ({ sections }: ReferenceArea): Html => {
  const scopes = new Set(sections.flatMap(({ operations }) => operations.map(({ scope }) => scope ?? '')))
  const named = [...scopes].filter((scope) => scope !== '').sort()
  if (named.length === 0) return html`Public: no operation requires a credential.`
  return html`Scopes: ${named.map((scope, at) => html`${at > 0 && ', '}<code>${scope}</code>`)}${scopes.has('') && '; some operations are public'}.`
}

const MAX_HITS = 60

/** Returns the operations that contain all words of a search. */
export const searchPage = (query: string, hits: readonly SearchHit[]): string => {
  const shown = hits.slice(0, MAX_HITS)
  const fields = new Map(shown.map(({ operation, fields: names }) => [operation, names]))
  return framePage({
    title: query.trim() === '' ? 'Search' : `Search: ${query.trim()}`,
    query,
    content: html`<p role="status">${hits.length === 0 ? noHit(query) : countHits(hits)}</p>
${operationList(
  shown.map(({ operation }) => operation),
  (operation) => fieldLine(fields.get(operation) ?? []),
)}`,
  })
}

/** Says how many operations contain all words, and that the best are shown, which can contain some. */
const countHits = (hits: readonly SearchHit[]): string => {
  const complete = hits.filter(({ isComplete }) => isComplete).length
  const best = `These are the best ${Math.min(hits.length, MAX_HITS)}.`
  if (complete === 0) return `No operation contains all words. ${best}`
  const contain = complete === 1 ? '1 operation contains all words' : `${complete} operations contain all words`
  return hits.length > Math.min(complete, MAX_HITS)
    ? `${contain}, or others that mean the same. ${best}`
    : `${contain}.`
}

const noHit = (query: string): string =>
  query.trim() === ''
    ? 'Enter words of a path, a name, a description or a field.'
    : 'No operation contains any of these words. Enter others.'

const MAX_NAMES = 8

const fieldLine = (names: readonly string[]): Html | false =>
  names.length > 0 &&
  html`<p class="hint">Fields: ${names.slice(0, MAX_NAMES).map((name, at) => html`${at > 0 && ', '}<code>${name}</code>`)}${
    names.length > MAX_NAMES && html` and ${names.length - MAX_NAMES} more`
  }</p>`
