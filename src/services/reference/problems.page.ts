import { reasonPhrases } from '#kernel/errors/problem'
import { problemTypes } from '#kernel/errors/problem-types'
import type { ProblemType } from '#kernel/errors/types/problem-type'
import { type Html, html } from '../pages/html.ts'
import { framePage } from './frame.page.ts'
import { prose } from './prose.ts'

const types = Object.entries<ProblemType>(problemTypes)

/** Returns the first of its statuses, under which a code appears. */
const groupOf = ({ status }: ProblemType): number => status[0] ?? 0

/** Returns the page that every problem's `type` links to: the meaning of each code and what to do. */
export const problemsPage = (): string => {
  const statuses = [...new Set(types.map(([, type]) => groupOf(type)))].sort((a, b) => a - b)
  return framePage({
    title: 'Problems',
    content: html`<p>The response to a request that fails is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>,
which is listed here and does not change; <code>detail</code> is for people, <code>errors</code> names each wrong field,
and <code>requestId</code> identifies the request when you report a problem.</p>
${statuses.map(
  (status) => html`<h2>${status} ${reasonPhrases[status]}</h2>
${types.filter(([, type]) => groupOf(type) === status).map(typeSection)}`,
)}`,
  })
}

const typeSection = ([code, { status, meaning, advice }]: [string, ProblemType]): Html =>
  html`<section class="problem" id="${code}"><h3><a href="#${code}">${code}</a></h3>
<p>${prose(meaning)}${status.length > 1 && ` Also with ${status.slice(1).join(', ')}.`}</p>
<p class="soft">${prose(advice)}</p></section>
`
