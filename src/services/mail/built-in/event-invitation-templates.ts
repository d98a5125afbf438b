import type { BuiltInTemplate } from './built-in-template.ts'

/** The mail that invites to an event. */
export const eventInvitationTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'event-invitation',
    version: 1,
    kind: 'communication',
    name: 'Invitation to an event',
    description: 'Sent if staff invite a contact to an event. Its links identify the contact.',
    category: 'event-invitations',
    isSecret: true,
    subject: 'Invitation: {{ event.name }}',
    html: `<p>Dear {{ contact.first_name | default: contact.name | default: "friend" }},</p>
<p>we invite you to <strong>{{ event.name }}</strong> on {{ event.starts_on | date: "%-d %B %Y" }}{% if event.location %}, {{ event.location }}{% endif %}.</p>
{% if message %}<p>{{ message | newline_to_br }}</p>
{% endif %}<p><a href="{{ invitation.url }}">Register for {{ event.name }}</a></p>
<p>You cannot come? <a href="{{ invitation.decline_url }}">Decline the invitation</a></p>
<p>The links are yours only. Please do not forward them.</p>
<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: [
      { name: 'contact.name', about: 'The contact, whole.', sample: 'Ada Lindqvist' },
      { name: 'contact.first_name', about: 'First name; missing for organizations.', sample: 'Ada' },
      { name: 'event.name', about: 'Name of the event.', sample: 'Annual gala' },
      { name: 'event.starts_on', about: 'First day of the event.', sample: '2027-12-11' },
      { name: 'event.location', about: 'Location; missing if it is open.', sample: 'City museum' },
      {
        name: 'invitation.url',
        about: 'Address of the registration page, for this contact.',
        sample: 'https://example.org/events/harbor/230?contact=sample',
      },
      {
        name: 'invitation.decline_url',
        about: 'Address of the page that declines the invitation.',
        sample: 'https://example.org/events/harbor/230/decline?contact=sample',
      },
      {
        name: 'message',
        about: 'Text of the staff for this mail; missing without one.',
        sample: 'We hope to see you.',
      },
    ],
  },
]
