import { html } from '#services/pages/html'
import { described, focus, hidden } from '#services/pages/layout'

/** What the sign-in forms of staff and of members have in common. */
export interface SignInForm {
  formToken: string
  /** The address after sign-in, if there is one. */
  next: string | undefined
  /** The address as typed, after a failed attempt. */
  email?: string
  fault?: string
}

/** Returns the fields and the button of a sign-in form. Without an address, only its field is marked as wrong. */
export const signInFields = ({
  formToken,
  next,
  email = '',
  fault,
}: SignInForm) => html`${hidden('form', formToken)}${next !== undefined && hidden('next', next)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required ${described(fault)} ${focus(email === '')}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required ${email !== '' && described(fault)} ${focus(email !== '')}>
<button class="main-button" type="submit">Sign in</button>`
