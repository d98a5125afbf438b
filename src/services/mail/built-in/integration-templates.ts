import type { BuiltInTemplate } from './built-in-template.ts'

/** Mails of native integrations. */
export const integrationTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'mail-digest',
    version: 1,
    kind: 'message',
    name: 'Digest of new records',
    description: 'Sent by the native integration mail-digest to the recipients of its configuration.',
    category: 'mail-digests',
    subject:
      '{{ digest.total }} new {% if digest.total == 1 %}record{% else %}records{% endif %}: {{ organization.name }}',
    html: `<p>Hello,</p>
<p>{% if digest.from == digest.to %}On {{ digest.from | date: "%-d %B %Y" }}{% else %}From {{ digest.from | date: "%-d %B %Y" }} to {{ digest.to | date: "%-d %B %Y" }}{% endif %} {% if digest.total > 0 %}{{ digest.total }} {% if digest.total == 1 %}record was{% else %}records were{% endif %} added.{% else %}nothing was added.{% endif %}</p>
<p>{{ digest.text | newline_to_br }}</p>
<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: [
      { name: 'digest.from', about: 'The first day, in the time zone of the organization.', sample: '2027-03-04' },
      { name: 'digest.to', about: 'The last day.', sample: '2027-03-04' },
      { name: 'digest.total', about: 'How many records were added.', sample: 3 },
      {
        name: 'digest.text',
        about: 'For each list the number, and the latest records: one line for each, as text.',
        sample: 'Contacts: 3\n- Ada Moreno\n- Jo Lind\n- Harbour Bank',
      },
    ],
  },
]
