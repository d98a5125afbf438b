import { type Html, html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import type { ReferenceOperation } from './reference-model.ts'
import { SCRIPT_PATH } from './script.ts'
import { REFERENCE_STYLE_PATH } from './style.ts'

export const areaPath = (area: string): string => `/reference/areas/${area}`
export const operationPath = (id: string): string => `/reference/operations/${id}`

interface Frame {
  title: string
  /** The links above the heading. */
  trail?: Html
  /** The words of the search. */
  query?: string
  content: Html
}

/** Returns a page of the reference: the key first, then the search, then its content. */
export const framePage = ({ title, trail, query = '', content }: Frame): string =>
  page(
    title,
    html`<nav aria-label="Position"><a href="/">Guildhall</a> · <a href="/reference">API reference</a>${trail}</nav>
<h1>${title}</h1>
${keyForm}
<form class="find" action="/reference/search" role="search">
<label for="find">Search operations, descriptions and fields</label>
<div class="row"><input type="search" id="find" name="q" value="${query}" maxlength="200" autocomplete="off" spellcheck="false"><button>Search</button></div>
</form>
${content}`,
    { isWide: true, script: SCRIPT_PATH, style: REFERENCE_STYLE_PATH },
  )

/** The field of the key. It works with the script only, which shows it. */
const keyForm = html`<form class="key" data-key hidden>
<label for="key">API key or access token</label>
<div class="row"><input type="password" id="key" name="key" autocomplete="off" spellcheck="false" aria-describedby="key-status" placeholder="ghk_..."><button>Use key</button></div>
<p class="hint" id="key-status" role="status">Paste the key alone. It is kept in this tab until you close it, and sent only to this server.</p>
</form>
<noscript><p class="note">Without scripts you can read everything. To try an operation, use its code samples.</p></noscript>`

export const methodBadge = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** Returns a list of operations, each a link to its page. */
export const operationList = (
  operations: readonly ReferenceOperation[],
  more = (_one: ReferenceOperation): Html | false => false,
): Html =>
  html`<ul class="operations">${operations.map(
    (one) =>
      html`<li><a href="${operationPath(one.id)}">${methodBadge(one.method)} <code>${one.path}</code> <span class="summary">${one.summary}</span></a>${more(one)}</li>\n`,
  )}</ul>`

/** Writes how a caller gets access. */
export const accessText = ({ scope, cost }: ReferenceOperation): Html =>
  html`${scope === null ? 'Public: requires no credential.' : html`Requires the scope <code>${scope}</code>.`}${
    cost > 1 && html` Takes ${cost} tokens of the rate limits.`
  }`
