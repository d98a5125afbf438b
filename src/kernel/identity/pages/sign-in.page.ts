import { html } from '#kernel/pages/html'
import { alert, described, focus, hidden, page } from '#kernel/pages/layout'

export interface SignInView {
  formToken: string
  /** The address after sign-in, if there is one. */
  next: string | undefined
  /** The address as typed, after a failed attempt. */
  email?: string
  fault?: string
}

export const signInPage = ({ formToken, next, email = '', fault }: SignInView): string =>
  page(
    fault === undefined ? 'Sign in' : 'Sign-in failed',
    html`<h1>Sign in</h1>
<p class="soft">Use the login of your organization.</p>
${alert(fault)}
<form method="post" action="/sign-in">
${hidden('form', formToken)}${next !== undefined && hidden('next', next)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required ${described(fault)} ${focus(email === '')}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required ${described(fault)} ${focus(email !== '')}>
<button class="main-button" type="submit">Sign in</button>
</form>`,
  )

export interface SignedInView {
  displayName: string
  email: string
  formToken: string
}

export const signedInPage = ({ displayName, email, formToken }: SignedInView): string =>
  page(
    'Signed in',
    html`<h1>You are signed in</h1>
<p class="soft wrap"><strong>${displayName}</strong><br>${email}</p>
<p class="soft">Applications may now ask you for access.</p>
<form method="post" action="/sign-out">${hidden('form', formToken)}<button type="submit">Sign out</button></form>`,
  )
