import { type Html, html } from '#services/pages/html'
import { page } from '#services/pages/layout'

/** The contents of the first page, also as JSON for programs. */
export const HOME = {
  name: 'Guildhall',
  description:
    'Membership and association management: an HTTP interface for contacts, memberships, workflows and more.',
  reference: '/reference',
  openapi: '/openapi.json',
  console: '/console',
  guides: { integrators: '/guides/integrators', operators: '/guides/operators' },
  assistants: '/guides/integrators#assistants',
  firstKey: '/guides/operators#a-first-key',
} as const

/** Explains to a visitor what this server is, and where to continue. */
export const homePage = (origin: string): string =>
  page(
    'Welcome',
    html`<h1>This is Guildhall</h1>
<p class="soft">A membership and association management server. Websites, apps and scripts use its HTTP interface; staff has a
console.</p>
<ul class="plain">
<li><a href="${HOME.console}">Console</a>: for staff, to see and to repair what the server does</li>
<li><a href="${HOME.reference}">API reference</a>: every operation, to read and to try</li>
<li><a href="${HOME.guides.integrators}">Guide for integrators</a>: credentials, lists, saving, webhooks</li>
<li><a href="${HOME.guides.operators}">Guide for operators</a>: configuration, backups, upgrades</li>
<li><a href="${HOME.openapi}">OpenAPI document</a></li>
<li><a href="${HOME.assistants}">Connect an assistant</a> by the Model Context Protocol</li>
</ul>
<h2>Your first API key</h2>
<p>The first start writes the key of the demo tenant to <code>first-api-key</code> in the data directory
(<code>.data</code>). <a href="${HOME.firstKey}">Create the first key of your own tenant</a> from the command line.</p>
<pre tabindex="0"><code>curl -H "Authorization: ApiKey $(cat .data/first-api-key)" \\
  '${origin}/api/contacts?$top=5'</code></pre>`,
    { isWide: true },
  )

export const guidePage = (title: string, guide: Html): string =>
  page(title, html`<nav><a href="/">Guildhall</a> · <a href="${HOME.reference}">API reference</a></nav>${guide}`, {
    isWide: true,
  })
