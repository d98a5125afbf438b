import { html } from '#services/pages/html'
import { alert, described, focus, hidden } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import type { FormFault } from '../sign-in/form-faults.ts'
import { accountLayout, done, timeOf } from './account-layout.ts'

const PATH = '/account/email'

export interface EmailView {
  email: string
  pending: { email: string; expiresAt: Date } | undefined
  formToken: string
  timeZone: string
  notice: Notice | undefined
  /** What the person has entered, after a fault. */
  entered: string
  fault?: FormFault
}

/** Asks for a new address and the password. */
export const emailPage = ({ email, pending, formToken, timeZone, notice, entered, fault }: EmailView): string => {
  const isAbout = (field: string) => fault?.field === field && described(fault.text)
  return accountLayout({
    path: PATH,
    title: fault ? 'The address was not changed' : 'Email address',
    ...(pending && { timeZone }),
    content: html`<h1>Change your email address</h1>
<p class="soft wrap">You sign in with <strong>${email}</strong>, and mails about your login go there. You stay signed in when you change it.</p>
${done(notice)}
${
  pending &&
  html`<p class="note wrap">A link was mailed to <strong>${pending.email}</strong>. Open it in a browser where you are signed in,
before ${timeOf(pending.expiresAt, timeZone)}.</p>
<form method="post" action="${PATH}/cancel">${hidden('form', formToken)}<button type="submit">Keep the current address</button></form>`
}
${alert(fault?.text)}
<form method="post" action="${PATH}">
${hidden('form', formToken)}
<label for="email">New email address</label>
<span class="hint" id="where">We mail a link there. The address changes when you open it.</span>
<input id="email" name="email" type="email" value="${entered}" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" required ${isAbout('email') || html`aria-describedby="where"`} ${focus(fault?.field === 'email')}>
<label for="current">Password</label>
<input id="current" name="current" type="password" autocomplete="current-password" maxlength="256" required ${isAbout('current')} ${focus(fault?.field === 'current')}>
<button class="main-button" type="submit">Mail me a link</button>
</form>`,
  })
}

export interface ConfirmView {
  email: string
  newEmail: string
  /** The address of the page, to which the form is sent. */
  action: string
  formToken: string
}

/** Asks whether the address is changed: opening a link changes nothing, because programs open the links of mails, too. */
export const confirmEmailPage = ({ email, newEmail, action, formToken }: ConfirmView): string =>
  accountLayout({
    path: PATH,
    title: 'Confirm your new address',
    content: html`<h1>Confirm your new address</h1>
<p class="wrap">From now on you sign in with <strong>${newEmail}</strong> instead of ${email}.</p>
<form method="post" action="${action}">${hidden('form', formToken)}<button class="main-button" type="submit">Change the address</button></form>`,
  })

/** Says that a link does not work for the signed-in login. */
export const brokenEmailLinkPage = (email: string): string =>
  accountLayout({
    path: PATH,
    title: 'This link does not work',
    content: html`<h1>This link does not work</h1>
<p class="soft wrap">It was used, has expired, was replaced, or is for another login: you are signed in with <strong>${email}</strong>.
<a href="${PATH}">Request a new one.</a></p>`,
  })
