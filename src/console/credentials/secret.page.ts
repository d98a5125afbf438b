import { randomUUID } from 'node:crypto'
import { html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import { notAllowed } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { Crumb, View } from '../frame/view.ts'
import { confirmation, linkButton } from '../parts/forms.ts'
import { time } from '../parts/times.ts'
import type { Credential } from './credential.ts'

const pathOf = ({ kind }: Credential): string => (kind === 'key' ? '/keys' : '/apps')

const crumbOf = (credential: Credential): Crumb[] => [
  { name: credential.kind === 'key' ? 'API keys' : 'Apps', path: pathOf(credential) },
]

const lastUse = (user: ConsoleUser, { lastUsedDate }: Credential) =>
  lastUsedDate === null
    ? html`No request has used it yet.`
    : html`A request last used it on ${time(lastUsedDate, user)}.`

/** Asks before a credential is revoked. @throws Refused with 403 if the user cannot do it. */
export const revokeView = (user: ConsoleUser, credential: Credential): View => {
  if (!credential.canRevoke) throw notAllowed(`revoke ${credential.name}`)
  return {
    title: `Revoke ${credential.name}?`,
    crumbs: crumbOf(credential),
    content: confirmation(user, {
      text: html`<p>${
        credential.kind === 'key'
          ? 'Every request with this key is rejected from now on.'
          : 'The app loses its access, and everyone who uses it is signed out of it.'
      } This cannot be undone.</p><p>${lastUse(user, credential)}</p>`,
      form: { path: `${pathOf(credential)}/${credential.id}/revoke`, label: 'Revoke it' },
      back: pathOf(credential),
      keep: 'Keep it',
    }),
  }
}

/**
 * Asks before a credential gets a new secret. The token makes a repeated form reset it only once.
 * @throws Refused with 403 if the user cannot do it.
 */
export const resetView = (user: ConsoleUser, credential: Credential): View => {
  if (!credential.canReset) throw notAllowed(`reset ${credential.name}`)
  return {
    title: `Reset ${credential.name}?`,
    crumbs: crumbOf(credential),
    content: confirmation(user, {
      text: html`<p>A new ${credential.kind === 'key' ? 'key' : 'secret'} is created and shown once.</p><p>${lastUse(user, credential)}</p>`,
      form: {
        path: `${pathOf(credential)}/${credential.id}/reset`,
        label: 'Reset it',
        fields: html`${hidden('once', randomUUID())}<p><label class="check"><input type="checkbox" name="now" value="yes"> End the old one now. Otherwise it works for another 24 hours.</label></p>`,
      },
      back: pathOf(credential),
      keep: 'Keep the old one',
    }),
  }
}

/** Shows a new secret, the only time. */
export const newSecretView = (user: ConsoleUser, credential: Credential, secret: string | undefined): View => ({
  title: `${credential.name} was reset`,
  crumbs: crumbOf(credential),
  content: html`<p>Copy it now and store it where secrets belong. It is not shown again.</p><output class="secret" aria-label="New secret">${secret}</output>${linkButton(user, pathOf(credential), 'Done')}`,
})
