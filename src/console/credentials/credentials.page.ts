import { type Html, html } from '#services/pages/html'
import { rightsInWords } from '../frame/plain-words.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { linkButton } from '../parts/forms.ts'
import { countOf } from '../parts/numbers.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'
import type { Credential } from './credential.ts'

const TEXTS = {
  key: {
    title: 'API keys',
    lead: 'Keys by which scripts and other systems use the interface of your organization.',
    empty: empty(
      'No API keys',
      html`Create one with <code>POST /api/applicationpermissions/apikeys/0</code>, or on the command line of the server.`,
    ),
    noun: ['key', 'keys'],
  },
  app: {
    title: 'Apps',
    lead: 'Applications that ask your staff or members for access.',
    empty: empty('No apps', html`Register one with <code>POST /api/applicationpermissions/oauthclients/0</code>.`),
    noun: ['app', 'apps'],
  },
} as const

export const credentialListView = (user: ConsoleUser, kind: 'key' | 'app', rows: readonly Credential[]): View => {
  const { title, lead, empty: nothing, noun } = TEXTS[kind]
  return {
    title,
    lead,
    content:
      rows.length > 0
        ? html`${credentialTable(user, title, rows)}<p class="pager soft">${countOf(rows.length, noun[0], noun[1])}</p>`
        : nothing,
  }
}

const credentialTable = (user: ConsoleUser, caption: string, rows: readonly Credential[]): Html =>
  table({
    caption,
    rows,
    columns: [
      {
        title: 'Name',
        cell: ({ name, vendor, isGlobal, isPublic }) =>
          html`${name}${isGlobal && html` ${badge('All organizations', 'warn')}`}${isPublic && html` ${badge('Public', 'calm')}`}${
            vendor !== null && html`<span class="sub">${vendor}</span>`
          }`,
      },
      {
        title: rows[0]?.kind === 'app' ? 'Client id' : 'Key',
        cell: ({ shown, secrets }) => html`<code>${shown}</code>${oldSecrets(user, secrets)}`,
      },
      { title: 'May', cell: ({ scopes }) => scopeList(scopes) },
      { title: 'Last used', cell: ({ lastUsedDate }) => (lastUsedDate === null ? 'Never' : time(lastUsedDate, user)) },
      {
        title: 'Created',
        cell: ({ createdDate, createdBy }) => html`${time(createdDate, user)}<span class="sub">${createdBy}</span>`,
      },
      { title: 'Actions', kind: 'actions', cell: (credential) => buttons(user, credential) },
    ],
  })

/** The secrets that a reset has replaced and that still work. */
const oldSecrets = (user: ConsoleUser, secrets: Credential['secrets']): Html[] =>
  secrets
    .filter(({ expiresDate }) => expiresDate !== null)
    .map(
      ({ lastCharacters, expiresDate, lastUsedDate }) =>
        html`<span class="sub">…${lastCharacters} works until ${time(expiresDate, user)}${
          lastUsedDate === null ? ', not used' : html`, last used ${time(lastUsedDate, user)}`
        }</span>`,
    )

const MAX_SHOWN = 3

const scopeList = (scopes: readonly string[]): Html => {
  if (scopes.includes('admin')) return html`Everything`
  const rights = rightsInWords(scopes)
  const first = rights.slice(0, MAX_SHOWN)
  const rest = rights.slice(MAX_SHOWN)
  const lines = (list: readonly string[]) => list.map((right) => html`<li>${right}</li>`)
  if (rest.length === 0) return html`<ul class="rights">${lines(first)}</ul>`
  return html`<ul class="rights">${lines(first)}</ul><details><summary>and ${rest.length} more</summary><ul>${lines(rest)}</ul></details>`
}

const buttons = (user: ConsoleUser, { kind, id, name, canReset, canRevoke }: Credential): Html => {
  const path = kind === 'key' ? `/keys/${id}` : `/apps/${id}`
  return html`${canReset && linkButton(user, `${path}/reset`, html`Reset<span class="hidden"> ${name}</span>`)} ${
    canRevoke && linkButton(user, `${path}/revoke`, html`Revoke<span class="hidden"> ${name}</span>`)
  }`
}
