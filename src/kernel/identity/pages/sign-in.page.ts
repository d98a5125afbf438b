import { html } from '#kernel/pages/html'
import { alert, hidden, page } from '#kernel/pages/layout'
import { type SignInForm, signInFields } from './sign-in-fields.ts'

export const signInPage = (form: SignInForm): string =>
  page(
    form.fault === undefined ? 'Sign in' : 'Sign-in failed',
    html`<h1>Sign in</h1>
<p class="soft">Use the login of your organization.</p>
${alert(form.fault)}
<form method="post" action="/sign-in">
${signInFields(form)}
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
