import { type Html, html } from '#services/pages/html'
import { alert, described, focus, hidden, page } from '#services/pages/layout'
import type { FormFault } from '../sign-in/form-faults.ts'
import { withNext } from '../sign-in/next-page.ts'
import { PASSKEY_SCRIPT_PATH } from './passkey-script.ts'

export interface SecondFactorView {
  email: string
  hasApp: boolean
  /** What the browser needs to use a passkey, as JSON; absent without passkeys. */
  options?: string
  formToken: string
  /** The address after sign-in, which the form keeps if the sign-in has expired. */
  next: string | undefined
  fault?: FormFault
}

/** Asks for a passkey or a code. Without scripts, a code works. */
export const secondFactorPage = ({ email, hasApp, options, formToken, next, fault }: SecondFactorView): string =>
  page(
    fault ? 'Sign-in failed' : 'Confirm your sign-in',
    html`<h1>Confirm your sign-in</h1>
<p class="soft wrap">As <strong>${email}</strong>.</p>
${alert(fault?.text)}
${options !== undefined && passkeyForm(options, hiddenFields(formToken, next))}
<form method="post" action="/sign-in/second-factor">
${hiddenFields(formToken, next)}
<label for="code">${hasApp ? 'Code of your authenticator app' : 'Recovery code'}</label>
<span class="hint" id="codes">${hasApp ? '6 digits. Without your app, enter a recovery code.' : 'Without your passkey, enter one of your recovery codes.'}</span>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required ${described(fault?.field && fault.text) ?? html`aria-describedby="codes"`} ${focus(options === undefined)}>
<button class="main-button" type="submit">Continue</button>
</form>
<p class="small"><a class="back-link" href="${withNext('/sign-in', next)}">Use another login</a></p>`,
    options === undefined ? {} : { script: PASSKEY_SCRIPT_PATH },
  )

const hiddenFields = (formToken: string, next: string | undefined): Html =>
  html`${hidden('form', formToken)}${next !== undefined && hidden('next', next)}`

const passkeyForm = (options: string, fields: Html): Html =>
  html`<form method="post" action="/sign-in/second-factor" data-passkey="get" data-options="${options}">
${fields}${hidden('response', '')}
<button class="main-button" type="submit" autofocus>Use a passkey</button>
<p class="status" role="status"></p>
<noscript><p class="soft">Passkeys need scripts. Use a code instead.</p></noscript>
</form>
<p class="soft small or">Or use a code.</p>`
