import type { BuiltInTemplate } from './built-in-template.ts'

/** The mail with the link that continues a registration. Its text is secret: the API never shows it. */
export const registrationLinkTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'event-registration-link',
    version: 1,
    kind: 'message',
    name: 'Link to continue a registration',
    description:
      'Sent if a visitor registers for an event with a browser that cannot solve the captcha. The link works for one registration, within 2 hours.',
    category: null,
    isSecret: true,
    subject: 'Continue your registration: {{ event.name }}',
    html: `<p>Hello {{ first_name | default: to.name | default: "and welcome" }},</p>
<p>you have started to register for <strong>{{ event.name }}</strong> on {{ event.starts_on | date: "%-d %B %Y" }}. Nothing is reserved yet.</p>
<p><a href="{{ registration.url }}">Continue the registration</a></p>
<p>The link works for one registration, within 2 hours. If you did not start it, ignore this mail.</p>
<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: [
      { name: 'first_name', about: 'First name of the payer; missing for organizations.', sample: 'Ada' },
      { name: 'event.name', about: 'Name of the event.', sample: 'Annual gala' },
      { name: 'event.starts_on', about: 'First day of the event.', sample: '2027-12-11' },
      {
        name: 'registration.url',
        about: 'The link, which works for one registration.',
        sample: 'https://example.org/events/harbor/230/links/sample',
      },
    ],
  },
]
