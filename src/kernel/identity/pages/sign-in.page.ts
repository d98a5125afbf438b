import { html } from '#kernel/pages/html'
import { alert, page } from '#kernel/pages/layout'
import { type SignInForm, signInFields } from './sign-in-fields.ts'

export interface StaffSignIn extends SignInForm {
  /** Whether the person has just set a new password. */
  hasReset?: boolean
}

export const signInPage = ({ hasReset = false, ...form }: StaffSignIn): string =>
  page(
    form.fault === undefined ? 'Sign in' : 'Sign-in failed',
    html`<h1>Sign in</h1>
<p class="soft">Use the login of your organization.</p>
${hasReset && form.fault === undefined && html`<p class="note" role="status">Your new password is saved. Sign in with it.</p>`}
${alert(form.fault)}
<form method="post" action="/sign-in">
${signInFields(form)}
</form>
<p class="small"><a class="back-link" href="/forgot-password">Forgot your password?</a></p>`,
  )
