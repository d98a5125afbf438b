import type { BuiltInTemplate } from './built-in-template.ts'

export const LAYOUT_KEY = 'layout'

/** The layout of every mail. It uses tables and inline styles, because mail programs support nothing else. */
export const layout: BuiltInTemplate = {
  key: LAYOUT_KEY,
  version: 1,
  kind: 'communication',
  name: 'Layout',
  description: 'Surrounds the HTML of every mail: letterhead, the mail itself as content, and the link to unsubscribe.',
  category: null,
  subject: '{{ subject }}',
  html: `<table width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f1ea"><tr><td align="center" style="padding: 24px 12px">
<table width="560" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width: 560px; border-radius: 10px">
<tr><td style="padding: 24px 32px 0 32px; font-family: Helvetica, Arial, sans-serif; font-size: 14px; font-weight: bold; color: #1d5c4d">{{ organization.name }}</td></tr>
<tr><td style="padding: 12px 32px 28px 32px; font-family: Helvetica, Arial, sans-serif; font-size: 16px; line-height: 1.5; color: #1c2329">{{ content | raw }}</td></tr>
</table>
{% if unsubscribe_url %}<p style="margin: 16px 0; font-family: Helvetica, Arial, sans-serif; font-size: 12px; color: #59626b">You get this from {{ organization.name }}. <a href="{{ unsubscribe_url }}" style="color: #59626b">Unsubscribe</a></p>{% endif %}
</td></tr></table>`,
  variables: [
    { name: 'subject', about: 'The subject of the mail.', sample: 'Your membership ends soon' },
    { name: 'content', about: 'The mail itself, as HTML: write content | raw.', sample: 'Dear Ada, ...' },
  ],
}
