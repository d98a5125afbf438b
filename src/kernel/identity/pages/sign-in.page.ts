import { html } from '#kernel/pages/html'
import { alert, page } from '#kernel/pages/layout'
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
