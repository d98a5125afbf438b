import { html } from '#services/pages/html'
import { plainPage } from './layout.ts'

/** An organization that does not exist, or in which the login has no seat: both look the same. */
export const noAccessPage = (): string =>
  plainPage(
    'No access to this organization',
    html`<p>It does not exist, or your login has no seat in it. Check the address.</p>
<p><a class="button" href="/console?choose=1">Choose an organization</a></p>`,
  )
