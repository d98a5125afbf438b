import { createHash } from 'node:crypto'
import fp from 'fastify-plugin'
import { escapeHtml } from '../html/escape-html.ts'
import { reasonPhrases } from './problem.ts'
import { problemTypes } from './problem-types.ts'
import type { ProblemType } from './types/problem-type.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c2127, #e4e8ec); --soft: light-dark(#5a6570, #9aa6b2);
  --line: light-dark(#dfe4e9, #333a42); --ground: light-dark(#fff, #15191d); --mark: light-dark(#fff4d6, #3b3212);
  --link: light-dark(#0b5cad, #7cb7f2); --badge: light-dark(#eef2f6, #232a31) }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 52rem; margin: 0 auto; padding: 2.5rem 1.25rem 30vh; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem }
h2 { font-size: 1rem; color: var(--soft); margin: 3rem 0 0; padding-bottom: .4rem; border-bottom: 1px solid var(--line) }
p { margin: .35rem 0 } a { color: var(--link) }
section { padding: 1rem .75rem; margin: 0 -.75rem; border-radius: .5rem; scroll-margin-top: 1rem }
section:target { background: var(--mark) }
h3 { font: 600 1rem/1.4 ui-monospace, monospace; margin: 0 }
h3 a { color: inherit; text-decoration: none } h3 a:hover { text-decoration: underline }
code { font: .9em ui-monospace, monospace; background: var(--badge); padding: .1em .35em; border-radius: .25rem }
.do { color: var(--soft) }
`

const CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The page that every problem's `type` links to, at /reference/problems: the meaning of each code and what to do.
 * Rendered once from the table of codes; it has no script and loads nothing.
 */
export const problemPage = fp(async (app) => {
  const page = renderPage()
  app.get('/reference/problems', { config: { isPublic: true } }, async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': CSP, 'cache-control': 'public, max-age=3600' })
      .type('text/html; charset=utf-8')
      .send(page),
  )
})

const renderPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Problems · Guildhall API reference</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Problems</h1>
<p>The response to a request that fails is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>,
which is listed here and does not change; <code>detail</code> is for people, <code>errors</code> names each wrong field,
and <code>requestId</code> identifies the request when you report a problem.</p>
<p><a href="/reference/">API reference</a></p>
${statuses.map(renderGroup).join('')}
</main>
</body>
</html>
`

const types = Object.entries<ProblemType>(problemTypes)

/** Each code appears under the first of its statuses. */
const statuses = [...new Set(types.map(([, { status }]) => status[0] ?? 0))].sort((a, b) => a - b)

const renderGroup = (status: number): string =>
  `<h2>${status} ${reasonPhrases[status] ?? ''}</h2>\n${types
    .filter(([, type]) => type.status[0] === status)
    .map(renderType)
    .join('')}`

const renderType = ([code, { status, meaning, advice }]: [string, ProblemType]): string => {
  const others = status.length > 1 ? ` Also with ${status.slice(1).join(', ')}.` : ''
  return `<section id="${code}">
<h3><a href="#${code}">${code}</a></h3>
<p>${htmlOf(meaning)}${others}</p>
<p class="do">${htmlOf(advice)}</p>
</section>
`
}

/** Texts of the table may mark code by backquotes. */
const htmlOf = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
