import { html } from '#services/pages/html'
import { alert, page } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import { withNext } from '../sign-in/next-page.ts'
import { type SignInForm, signInFields } from './sign-in-fields.ts'

export interface StaffSignIn extends SignInForm {
  /** What the last form did. */
  notice?: Notice | undefined
}

export const signInPage = ({ notice, ...form }: StaffSignIn): string =>
  page(
    form.fault === undefined ? 'Sign in' : 'Sign-in failed',
    html`<h1>Sign in</h1>
<p class="soft">Use the login of your organization.</p>
${notice && html`<p class="note" role="status">${notice.text}</p>`}
${alert(form.fault)}
<form method="post" action="/sign-in">
${signInFields(form)}
</form>
<p class="small"><a class="back-link" href="${withNext('/forgot-password', form.next)}">Forgot your password?</a></p>`,
  )
