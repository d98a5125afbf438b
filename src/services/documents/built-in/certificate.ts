import { type BuiltInDocument, DAY, DOCUMENT_VARIABLES } from './built-in-document.ts'

/** The certificate of attendance of an event. */
export const certificate: BuiltInDocument = {
  key: 'certificate',
  version: 2,
  name: 'Certificate of attendance',
  description: 'Certifies that a contact attended an event.',
  html: `<div class="center" style="border: 2px solid #1d5c4d; padding: 60pt 36pt; margin: 40pt 0 0 0">
{% if organization.logo %}<p><img src="{{ organization.logo }}" alt="{{ organization.name }}" height="56"></p>{% endif %}
<p class="name">{{ organization.name }}</p>
<h1 style="margin: 30pt 0 26pt; font-size: 28pt">Certificate of attendance</h1>
<p class="muted">This certifies that</p>
<p style="font-size: 20pt; font-weight: bold; margin: 10pt 0">{{ contact.name }}</p>
<p class="muted">attended</p>
<p style="font-size: 15pt; margin: 10pt 0"><b>{{ event.name }}</b></p>
<p>{{ event.date | ${DAY} }}{% if event.location %}, {{ event.location }}{% endif %}</p>
{% if event.hours %}<p>{{ event.hours }} {% if event.hours == 1 %}hour{% else %}hours{% endif %}</p>
{% endif %}{% if event.credits %}<p>{{ event.credits }} {% if event.credits == 1 %}credit{% else %}credits{% endif %}</p>
{% endif %}<table style="margin: 70pt 0 0 0"><tr><td style="width: 42%; border-top: 1px solid #5f6c75; padding: 4pt 0" class="small muted center">Signature</td><td></td><td style="width: 42%; border-top: 1px solid #5f6c75; padding: 4pt 0" class="small muted center">{{ certificate.issued_on | ${DAY} }}</td></tr></table>
<p class="small muted" style="margin: 24pt 0 0 0">Certificate {{ certificate.number }}</p>
</div>
`,
  variables: [
    ...DOCUMENT_VARIABLES,
    { name: 'certificate.number', about: 'Its number.', sample: 'C-118' },
    { name: 'certificate.issued_on', about: 'Day of issue.', sample: '2027-05-14' },
    { name: 'event.name', about: 'The event.', sample: 'Harbor Safety Conference 2027' },
    { name: 'event.date', about: 'Day of the event.', sample: '2027-05-12' },
    { name: 'event.location', about: 'Its location; missing without one.', sample: 'Portland, Maine' },
    { name: 'event.hours', about: 'Hours attended; missing if they are not counted.', sample: 6.5 },
    { name: 'event.credits', about: 'Credits earned; missing without any.', sample: 4 },
  ],
}
