-- The mail about a rejected registration, as new tenants get it from templates.seeds.ts. A tenant that has a template of the name
-- gets no other.
SET LOCAL ROLE guildhall_system;

INSERT INTO mail_template (tenant_id, key, name, name_key, description, category, subject, html, built_in_version, is_edited)
  SELECT n.id, 'event-registration-rejected', 'Registration for an event was rejected',
    'registration for an event was rejected', 'Sent when staff reject a registration: to the payer, to the person that filled in the form, and to the participants.', NULL,
    'Not confirmed: {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>We cannot confirm this in the registration {{ order.number }}:</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
{% if refund.amount %}<p>We have credited <strong>{{ refund.amount | money: order.currency }}</strong>.{% if refund.returned %} We return {{ refund.returned | money: order.currency }} in the way that you paid.{% endif %}{% if refund.vouchers %} {{ refund.vouchers | money: order.currency }} is back on the vouchers that you used.{% endif %}</p>
{% endif %}
<p>Kind regards<br>{{ organization.name }}</p>$html$, 1, false FROM tenant n
  ON CONFLICT DO NOTHING;

RESET ROLE;
