import { html } from '#services/pages/html'
import { hidden, page } from '#services/pages/layout'

/** Says that a form of an unknown page has not ended the session, and asks again. */
export const stillSignedInPage = (action: string, formToken: string): string =>
  page(
    'You are still signed in',
    html`<h1>You are still signed in</h1>
<p class="soft">The form was from another page or an earlier session, so nothing was done.</p>
<form method="post" action="${action}">${hidden('form', formToken)}<button class="main-button" type="submit">Sign out</button></form>`,
  )
