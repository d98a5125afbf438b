import { html } from '#services/pages/html'
import { alert, described, focus, hidden, page } from '#services/pages/layout'
import type { FormFault } from '../sign-in/form-faults.ts'
import { withNext } from '../sign-in/next-page.ts'

export interface ForgotView {
  formToken: string
  /** The address after sign-in, if there is one. */
  next: string | undefined
  email: string
  fault: string | undefined
}

/** Asks for the address to which a link is mailed. */
export const forgotPage = ({ formToken, next, email, fault }: ForgotView): string =>
  page(
    'Forgot your password?',
    html`<h1>Forgot your password?</h1>
<p class="soft">We mail you a link that sets a new one.</p>
${alert(fault)}
<form method="post" action="/forgot-password">
${hidden('form', formToken)}${next !== undefined && hidden('next', next)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required ${described(fault)} ${focus(true)}>
<button class="main-button" type="submit">Mail me a link</button>
</form>
<p class="small"><a class="back-link" href="${withNext('/sign-in', next)}">Back to sign-in</a></p>`,
  )

/**
 * Returns the page after a request for a new password: the same for every address, so that it does not disclose whether
 * a login has it.
 */
export const resetSentPage = ({ email, next }: Pick<ForgotView, 'email' | 'next'>): string =>
  page(
    'Check your mail',
    html`<h1>Check your mail</h1>
<p class="soft wrap">If a login has the address <strong>${email}</strong>, a link is on its way. It works once, within an hour. At most one is mailed in 5 minutes, and the newest one counts.</p>
<p class="soft">No mail? Look into the spam folder, or <a href="${withNext('/forgot-password', next)}">try again</a>.</p>
<p class="small"><a class="back-link" href="${withNext('/sign-in', next)}">Back to sign-in</a></p>`,
  )

export interface ResetView {
  email: string
  /** The address of this page, to which the form is sent. */
  action: string
  formToken: string
  fault?: FormFault
}

/** Asks for the new password. The field for the address is for programs that keep passwords. */
export const resetPage = ({ email, action, formToken, fault }: ResetView): string =>
  page(
    'Set a new password',
    html`<h1>Set a new password</h1>
<p class="soft wrap">For <strong>${email}</strong>. You are signed out everywhere, and applications must ask you for access again.</p>
${alert(fault?.text)}
<form method="post" action="${action}">
${hidden('form', formToken)}
<input name="username" type="email" value="${email}" autocomplete="username" readonly hidden>
<label for="password">New password</label>
<span class="hint" id="rules">At least 12 characters, without the name of your organization. Several unusual words are easy to remember and hard to guess.</span>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required ${described(fault?.text) ?? html`aria-describedby="rules"`} ${focus(true)}>
<button class="main-button" type="submit">Save</button>
</form>`,
  )

export const brokenResetPage = (): string =>
  page(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p class="soft">It was used, has expired, or was replaced. <a href="/forgot-password">Request a new one.</a></p>`,
  )
