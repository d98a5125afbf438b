import { html } from '#kernel/pages/html'
import { alert, hidden, page } from '#kernel/pages/layout'
import type { MemberPaths } from './member-sign-in.page.ts'

export interface PasswordView {
  email: string
  paths: MemberPaths
  formToken: string
  /** Whether the current password is required. */
  needsCurrent: boolean
  fault?: string
}

/** Asks a member for a new password. */
export const memberPasswordPage = ({ email, paths, formToken, needsCurrent, fault }: PasswordView): string =>
  page(
    'Set a password',
    html`<h1>Set a password</h1>
<p class="soft">It ends your other sessions. Applications must ask you for access again.</p>
${alert(fault)}
<form method="post" action="${paths.password}">
${hidden('form', formToken)}
<input name="username" type="hidden" value="${email}" autocomplete="username">
${
  needsCurrent &&
  html`<label for="current">Current password</label>
<input id="current" name="current" type="password" autocomplete="current-password" maxlength="256" required>`
}
<label for="password">New password, at least 12 characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required>
<button class="main-button" type="submit">Save</button>
</form>`,
  )
