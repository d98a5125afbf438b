import { html } from '#services/pages/html'
import { alert, described, focus, hidden, page } from '#services/pages/layout'
import type { MemberPaths } from './member-paths.ts'

export interface PasswordView {
  tenantName: string
  email: string
  paths: MemberPaths
  formToken: string
  hasPassword: boolean
  /** Whether the current password is required. */
  needsCurrent: boolean
  fault?: { text: string; field?: string }
}

export const passwordTitle = (hasPassword: boolean): string => (hasPassword ? 'Change your password' : 'Set a password')

/**
 * Asks a member for a new password; one without a password needs a mailed link of the last minutes. The field for the address is
 * for programs that keep passwords.
 */
export const memberPasswordPage = (view: PasswordView): string => {
  const { tenantName, email, paths, formToken, hasPassword, needsCurrent, fault } = view
  const title = passwordTitle(hasPassword)
  if (needsCurrent && !hasPassword) return freshLinkPage(view)
  const isAbout = (field: string) => fault?.field === field && described(fault.text)
  return page(
    title,
    html`<h1>${title}</h1>
<p class="soft wrap">For <strong>${email}</strong> at <strong>${tenantName}</strong>.</p>
<p class="soft">A new password signs you out everywhere else, and applications must ask you for access again.</p>
${alert(fault?.text)}
<form method="post" action="${paths.password}">
${hidden('form', formToken)}
<input name="username" type="email" value="${email}" autocomplete="username" readonly hidden>
${
  needsCurrent &&
  html`<label for="current">Current password</label>
<input id="current" name="current" type="password" autocomplete="current-password" maxlength="256" required ${isAbout('current')} ${focus(fault?.field !== 'password')}>`
}
<label for="password">New password, at least 12 characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required ${isAbout('password')} ${focus(!needsCurrent || fault?.field === 'password')}>
<button class="main-button" type="submit">Save</button>
</form>
<p class="small"><a class="back-link" href="${paths.signIn}">Back</a></p>`,
    { home: paths.signIn },
  )
}

const freshLinkPage = ({ paths, formToken }: PasswordView): string =>
  page(
    'Set a password',
    html`<h1>Set a password</h1>
<p class="soft">You signed in some time ago. Sign out, and sign in by a new mailed link: then you can set a password for 15 minutes.</p>
<form method="post" action="${paths.signOut}">${hidden('form', formToken)}<button class="main-button" type="submit">Sign out</button></form>
<p class="small"><a class="back-link" href="${paths.signIn}">Back</a></p>`,
    { home: paths.signIn },
  )
