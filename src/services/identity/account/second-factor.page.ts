import { renderSVG } from 'uqr'
import { Html, html } from '#services/pages/html'
import { alert, described, focus, hidden } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import { PASSKEY_SCRIPT_PATH } from '../second-factor/passkey-script.ts'
import { hasSecondFactor, type SecondFactors } from '../second-factor/second-factors.ts'
import type { TotpSetup } from '../second-factor/totp.ts'
import type { FormFault } from '../sign-in/form-faults.ts'
import { accountLayout, done, timeOf } from './account-layout.ts'

const PATH = '/account/second-factor'

export interface FactorsView extends SecondFactors {
  /** The address of the page, to which its forms are sent. */
  address: string
  /** The organization that the person cannot enter without a second factor. */
  requiredBy: string | undefined
  email: string
  formToken: string
  notice: Notice | undefined
  timeZone: string
  /** Why passkeys cannot be added at the address of the page, with what to do; undefined if they can. */
  passkeyObstacle: string | undefined
  fault?: FormFault
  /** The form that has the fault: it stays open. */
  opened?: string
  /** The name of a passkey as typed, after a fault. */
  enteredName?: string
}

/** Shows the second factors. Each form asks for the password. */
export const secondFactorsPage = (view: FactorsView): string => {
  const { hasApp, passkeys, codesLeft, notice, timeZone, passkeyObstacle, fault, requiredBy } = view
  const isOn = hasSecondFactor(view)
  return accountLayout({
    path: PATH,
    ...(passkeys.length > 0 && { timeZone }),
    content: html`<h1>Second factor</h1>
${requiredBy !== undefined && html`<p class="note wrap"><strong>${requiredBy}</strong> requires a second factor. Set one up to enter it.</p>`}
<p class="soft">${
      isOn
        ? 'To sign in, you need your password and one of these.'
        : 'With a second factor, the password is not enough to sign in as you.'
    }</p>
${done(notice)}
${alert(fault?.text)}
<h2>Authenticator app</h2>
${
  hasApp
    ? html`<p>An app is set up.</p>${form(view, 'replace-app', 'Replace the app', { fields: currentCode(view) })}${form(view, 'remove-app', 'Remove the app')}`
    : html`<p class="soft">An app on your phone shows a new code every 30 seconds.</p>${form(view, 'begin-app', 'Set up an app')}`
}
<h2>Passkeys</h2>
${passkeys.map(
  ({ id, name, createdAt, lastUsedAt }) => html`<div class="panel"><p class="wrap"><strong>${name}</strong><br>
<span class="soft">added ${timeOf(createdAt, timeZone)}${lastUsedAt && html`, last used ${timeOf(lastUsedAt, timeZone)}`}</span></p>
${form(view, 'remove-passkey', 'Remove', { key: String(id), label: `Remove ${name}`, fields: hidden('passkey', String(id)) })}</div>`,
)}
<p class="soft">A passkey is on your device or a security key, and works only on this site.</p>
${
  passkeyObstacle === undefined
    ? form(view, 'begin-passkey', 'Add a passkey', { fields: passkeyName(view) })
    : html`<p class="note">${passkeyObstacle}</p>`
}
${
  isOn &&
  html`<h2>Recovery codes</h2>
<p class="soft">${codesLeft} of your recovery codes can be used. New ones replace them.</p>
${form(view, 'codes', 'Make new recovery codes')}`
}`,
  })
}

const passkeyName = ({ enteredName = '' }: FactorsView): Html =>
  html`<label for="name">Name of the passkey</label>
<input id="name" name="name" type="text" value="${enteredName}" maxlength="60" autocomplete="off" placeholder="Security key" required>`

const currentCode = ({ fault, opened }: FactorsView): Html => {
  const isFaulty = opened === 'replace-app' && fault?.field === 'code'
  return html`<p class="soft">For a new phone. The current app works until you have entered a code of the new one.</p>
<label for="code">Code of the current app</label>
<span class="hint" id="codes">6 digits. Without the app, enter a recovery code.</span>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required ${isFaulty ? described(fault.text) : html`aria-describedby="codes"`} ${focus(isFaulty)}>`
}

interface FormOptions {
  /** Distinguishes forms with the same action. */
  key?: string
  label?: string
  fields?: Html
}

const form = (
  { email, address, formToken, fault, opened }: FactorsView,
  action: string,
  button: string,
  { key = '', label, fields }: FormOptions = {},
): Html => {
  const isOpen = fault !== undefined && opened === `${action}${key}`
  return html`<details ${isOpen && html`open`}><summary ${label !== undefined && html`aria-label="${label}"`}>${button}</summary>
<form method="post" action="${address}">${hidden('form', formToken)}${hidden('action', action)}
<input name="username" type="email" value="${email}" autocomplete="username" readonly hidden>
${fields}
<label for="current-${action}${key}">Your password</label>
<input id="current-${action}${key}" name="current" type="password" autocomplete="current-password" maxlength="256" required ${isOpen && fault.field === 'current' && described(fault.text)} ${focus(isOpen && fault.field !== 'code')}>
<button class="main-button" type="submit">${label ?? button}</button></form></details>`
}

export interface SetUpView {
  /** The address of the page. */
  address: string
  setup: TotpSetup
  /** Whether an app is set up, which works until the first code of this one. */
  isReplacement: boolean
  formToken: string
  fault?: FormFault
}

/** Shows the secret for the app, as a QR code and as text, and asks for the first code. */
export const setUpAppPage = ({ address, setup, isReplacement, formToken, fault }: SetUpView): string => {
  const title = isReplacement ? 'Replace the authenticator app' : 'Set up an authenticator app'
  return accountLayout({
    path: PATH,
    title,
    content: html`<h1>${title}</h1>
${isReplacement && html`<p class="soft">The current app works until you confirm the new one.</p>`}
<ol><li>Scan this code with your app, or enter the key by hand.</li><li>Enter the 6 digits that the app shows.</li></ol>
<div class="qr" role="img" aria-label="QR code with the key below">${qrCode(setup.uri)}</div>
<p class="wrap">Key: <code>${setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
${alert(fault?.text)}
<form method="post" action="${address}">${hidden('form', formToken)}${hidden('action', 'confirm-app')}
<label for="code">Code of the app</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required ${described(fault?.text)} ${focus(true)}>
<button class="main-button" type="submit">Confirm</button></form>
<p class="small"><a class="back-link" href="${address}">Cancel</a></p>`,
  })
}

/** Draws the QR code. The library makes the markup from the modules only: no text of the address is in it. */
const qrCode = (text: string): Html => new Html(renderSVG(text, { ecc: 'M', border: 2 }))

export interface AddPasskeyView {
  /** The address of the page. */
  address: string
  options: string
  name: string
  formToken: string
}

export const addPasskeyPage = ({ address, options, name, formToken }: AddPasskeyView): string =>
  accountLayout({
    path: PATH,
    title: 'Add a passkey',
    script: PASSKEY_SCRIPT_PATH,
    content: html`<h1>Add a passkey</h1>
<p class="soft wrap">Your browser asks where to store <strong>${name}</strong>.</p>
<form method="post" action="${address}" data-passkey="create" data-options="${options}">
${hidden('form', formToken)}${hidden('action', 'store-passkey')}${hidden('name', name)}${hidden('response', '')}
<button class="main-button" type="submit" autofocus>Create the passkey</button>
<p class="status" role="status"></p>
<noscript><p class="soft">Passkeys need scripts. Set up an authenticator app instead.</p></noscript></form>
<p class="small"><a class="back-link" href="${address}">Cancel</a></p>`,
  })

/** Shows new recovery codes, once. @param next the page after it. */
export const recoveryCodesPage = (codes: readonly string[], next: string): string =>
  accountLayout({
    path: PATH,
    title: 'Your recovery codes',
    content: html`<h1>Your recovery codes</h1>
<p>Your second factor is on. Keep these codes where you find them without your phone. Each signs you in once, in place of the second factor.
They are not shown again.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="main-link" href="${next}">I have stored them</a></p>`,
  })
