import { html } from '#services/pages/html'
import { alert, described, focus, hidden } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import type { FormFault } from '../sign-in/form-faults.ts'
import { accountLayout, done } from './account-layout.ts'

export interface PasswordView {
  email: string
  formToken: string
  notice: Notice | undefined
  fault?: FormFault
}

/** Asks for the current and a new password. The field for the address is for programs that keep passwords. */
export const passwordPage = ({ email, formToken, notice, fault }: PasswordView): string => {
  const isAbout = (field: string) => fault?.field === field && described(fault.text)
  return accountLayout({
    path: '/account/password',
    title: fault ? 'The password was not changed' : 'Password',
    content: html`<h1>Change your password</h1>
<p class="soft">A new password signs you out everywhere else, and applications must ask you for access again.</p>
${done(notice)}
${alert(fault?.text)}
<form method="post" action="/account/password">
${hidden('form', formToken)}
<input name="username" type="email" value="${email}" autocomplete="username" readonly hidden>
<label for="current">Current password</label>
<input id="current" name="current" type="password" autocomplete="current-password" maxlength="256" required ${isAbout('current')} ${focus(fault?.field === 'current')}>
<label for="password">New password</label>
<span class="hint" id="rules">At least 12 characters, without the name of your organization. Several unusual words are easy to remember and hard to guess.</span>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required ${isAbout('password') || html`aria-describedby="rules"`} ${focus(fault?.field === 'password')}>
<button class="main-button" type="submit">Change the password</button>
</form>`,
  })
}
