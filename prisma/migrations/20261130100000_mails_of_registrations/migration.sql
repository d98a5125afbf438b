-- Mails about registrations, as new tenants get them from templates.seeds.ts.
SET LOCAL ROLE guildhall_system;

-- Templates that are not edited follow the built-in ones.
UPDATE mail_template t SET built_in_version = 2, audit_id = audit_id + 1, description = b.description, html = b.html
  FROM (VALUES
    ('event-registration-confirmed', 'Sent when a registration for an event is submitted: to the payer, to the person that filled in the form, and to each participant with an address. An item for calendar programs is attached.', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>Thank you for your registration. The confirmation number is <strong>{{ order.number }}</strong>.</p>
{% if order.awaits_approval %}<p>We check each registration, and write to you again when yours is confirmed.</p>
{% endif %}<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>
{% for person in order.people %}{% if person.code %}<p>Check-in code of {{ person.name }}: <strong>{{ person.code }}</strong></p>
{% endif %}{% endfor %}{% if order.total %}<ul>{% for line in order.lines %}<li>{{ line.quantity }} × {{ line.name }}: {{ line.amount | money: order.currency }}</li>{% endfor %}</ul>
<p><strong>Total: {{ order.total | money: order.currency }}</strong>{% if order.invoice_number %}<br>Invoice {{ order.invoice_number }}{% endif %}{% if order.to_pay %}<br>Still to pay: {{ order.to_pay | money: order.currency }}{% endif %}</p>
{% endif %}{% if order.cancel_path %}<p><a href="{{ server_url }}{{ order.cancel_path }}">Cancel</a> if you cannot come, so that others get the seat.</p>
{% endif %}
<p>Kind regards<br>{{ organization.name }}</p>$html$),
    ('event-registration-cancelled', 'Sent when people of an order, or all that it contains, are cancelled, or leave the waiting list.', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>This is cancelled in the registration {{ order.number }}:</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}{% for part in order.parts %}<li>{% if part.name %}{{ part.name }}: {% endif %}{{ part.type }}</li>{% endfor %}</ul>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
{% if reason %}<p>{{ reason }}</p>
{% endif %}{% if refund.amount %}<p>We have credited <strong>{{ refund.amount | money: order.currency }}</strong>.{% if refund.returned %} We return {{ refund.returned | money: order.currency }} in the way that you paid.{% endif %}{% if refund.vouchers %} {{ refund.vouchers | money: order.currency }} is back on the vouchers that you used.{% endif %}</p>
{% endif %}
<p>Kind regards<br>{{ organization.name }}</p>$html$),
    ('event-cancelled', 'Sent to the payers and participants of an event that staff cancel. An item for calendar programs is attached.', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>We have to cancel this event:</p>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
{% if reason %}<p>{{ reason }}</p>
{% endif %}{% if refund.amount %}<p>We have credited <strong>{{ refund.amount | money: order.currency }}</strong>.{% if refund.returned %} We return {{ refund.returned | money: order.currency }} in the way that you paid.{% endif %}{% if refund.vouchers %} {{ refund.vouchers | money: order.currency }} is back on the vouchers that you used.{% endif %}</p>
{% endif %}
<p>Kind regards<br>{{ organization.name }}</p>$html$)
  ) AS b (key, description, html)
  WHERE t.key = b.key AND NOT t.is_edited AND t.built_in_version = 1;

-- Tenants that were created before a template existed. One that has a template of the name gets no other.
INSERT INTO mail_template (tenant_id, key, name, name_key, description, category, subject, html, built_in_version, is_edited)
  SELECT n.id, b.key, b.name, b.name_key, b.description, b.category, b.subject, b.html, b.version, false FROM tenant n CROSS JOIN (VALUES
    ('event-registration-link', 'Link to continue a registration', 'link to continue a registration', 'Sent if a visitor registers for an event with a browser that cannot solve the captcha. The link works for one registration, within 2 hours.', NULL, 'Continue your registration: {{ event.name }}', $html$<p>Hello {{ first_name | default: to.name | default: "and welcome" }},</p>
<p>you have started to register for <strong>{{ event.name }}</strong> on {{ event.starts_on | date: "%-d %B %Y" }}. Nothing is reserved yet.</p>
<p><a href="{{ registration.url }}">Continue the registration</a></p>
<p>The link works for one registration, within 2 hours. If you did not start it, ignore this mail.</p>
<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-invitation', 'Invitation to an event', 'invitation to an event', 'Sent if staff invite a contact to an event. Its links identify the contact.', 'event-invitations', 'Invitation: {{ event.name }}', $html$<p>Dear {{ contact.first_name | default: contact.name | default: "friend" }},</p>
<p>we invite you to <strong>{{ event.name }}</strong> on {{ event.starts_on | date: "%-d %B %Y" }}{% if event.location %}, {{ event.location }}{% endif %}.</p>
{% if message %}<p>{{ message | newline_to_br }}</p>
{% endif %}<p><a href="{{ invitation.url }}">Register for {{ event.name }}</a></p>
<p>You cannot come? <a href="{{ invitation.decline_url }}">Decline the invitation</a></p>
<p>The links are yours only. Please do not forward them.</p>
<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-registration-confirmed', 'Registration for an event', 'registration for an event', 'Sent when a registration for an event is submitted: to the payer, to the person that filled in the form, and to each participant with an address. An item for calendar programs is attached.', NULL, 'Your registration for {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>Thank you for your registration. The confirmation number is <strong>{{ order.number }}</strong>.</p>
{% if order.awaits_approval %}<p>We check each registration, and write to you again when yours is confirmed.</p>
{% endif %}<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>
{% for person in order.people %}{% if person.code %}<p>Check-in code of {{ person.name }}: <strong>{{ person.code }}</strong></p>
{% endif %}{% endfor %}{% if order.total %}<ul>{% for line in order.lines %}<li>{{ line.quantity }} × {{ line.name }}: {{ line.amount | money: order.currency }}</li>{% endfor %}</ul>
<p><strong>Total: {{ order.total | money: order.currency }}</strong>{% if order.invoice_number %}<br>Invoice {{ order.invoice_number }}{% endif %}{% if order.to_pay %}<br>Still to pay: {{ order.to_pay | money: order.currency }}{% endif %}</p>
{% endif %}{% if order.cancel_path %}<p><a href="{{ server_url }}{{ order.cancel_path }}">Cancel</a> if you cannot come, so that others get the seat.</p>
{% endif %}
<p>Kind regards<br>{{ organization.name }}</p>$html$, 2),
    ('event-registration-approved', 'Registration for an event was approved', 'registration for an event was approved', 'Sent when staff approve a registration: to the payer, to the person that filled in the form, and to the participant. An item for calendar programs is attached.', NULL, 'Confirmed: {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>We have confirmed this registration. The confirmation number is <strong>{{ order.number }}</strong>.</p>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>
{% for person in order.people %}{% if person.code %}<p>Check-in code of {{ person.name }}: <strong>{{ person.code }}</strong></p>
{% endif %}{% endfor %}
<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-waiting-list-joined', 'Waiting list of an event', 'waiting list of an event', 'Sent when a registration is submitted and all its people are on the waiting list.', NULL, 'You are on the waiting list for {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>All seats are reserved. You are on the waiting list, and we write to you as soon as there is a seat for you. The confirmation number is <strong>{{ order.number }}</strong>.</p>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>
{% if order.total %}<ul>{% for line in order.lines %}<li>{{ line.quantity }} × {{ line.name }}: {{ line.amount | money: order.currency }}</li>{% endfor %}</ul>
<p><strong>Total: {{ order.total | money: order.currency }}</strong>{% if order.invoice_number %}<br>Invoice {{ order.invoice_number }}{% endif %}{% if order.to_pay %}<br>Still to pay: {{ order.to_pay | money: order.currency }}{% endif %}</p>
{% endif %}{% if order.cancel_path %}<p><a href="{{ server_url }}{{ order.cancel_path }}">Leave the waiting list</a></p>
{% endif %}
<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-certificate', 'Certificate of attendance', 'certificate of attendance', 'Sent to each participant when the certificate of attendance is issued, if the event says so. The certificate is attached as PDF.', NULL, 'Your certificate for {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>Thank you for attending <strong>{{ event.name }}</strong>. Please find attached your certificate of attendance {{ certificate.number }}.</p>

<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-seat-offered', 'Seat offered from the waiting list', 'seat offered from the waiting list', 'Sent when a seat is offered to a person on the waiting list of an event.', NULL, 'A seat for you at {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>There is a seat for you. It is reserved until <strong>{{ offer.until | date: "%A, %-d %B %Y, %H:%M" }}</strong> ({{ event.time_zone }}).</p>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>
<p><a href="{{ server_url }}{{ offer.path }}">Take the seat</a></p>
<p>If you do not take it until then, we offer it to the next person.</p>
<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-offer-expired', 'Offer of a seat has expired', 'offer of a seat has expired', 'Sent when a person on the waiting list did not take the offered seat in time.', NULL, 'Your seat at {{ event.name }} was offered to others', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>The seat that we offered to you was not taken in time. We offer it to the next person on the waiting list.</p>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>

<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-registration-cancelled', 'Registration for an event was cancelled', 'registration for an event was cancelled', 'Sent when people of an order, or all that it contains, are cancelled, or leave the waiting list.', NULL, 'Cancelled: {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>This is cancelled in the registration {{ order.number }}:</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}{% for part in order.parts %}<li>{% if part.name %}{{ part.name }}: {% endif %}{{ part.type }}</li>{% endfor %}</ul>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
{% if reason %}<p>{{ reason }}</p>
{% endif %}{% if refund.amount %}<p>We have credited <strong>{{ refund.amount | money: order.currency }}</strong>.{% if refund.returned %} We return {{ refund.returned | money: order.currency }} in the way that you paid.{% endif %}{% if refund.vouchers %} {{ refund.vouchers | money: order.currency }} is back on the vouchers that you used.{% endif %}</p>
{% endif %}
<p>Kind regards<br>{{ organization.name }}</p>$html$, 2),
    ('event-cancelled', 'Event was cancelled', 'event was cancelled', 'Sent to the payers and participants of an event that staff cancel. An item for calendar programs is attached.', NULL, '{{ event.name }} is cancelled', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>We have to cancel this event:</p>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
{% if reason %}<p>{{ reason }}</p>
{% endif %}{% if refund.amount %}<p>We have credited <strong>{{ refund.amount | money: order.currency }}</strong>.{% if refund.returned %} We return {{ refund.returned | money: order.currency }} in the way that you paid.{% endif %}{% if refund.vouchers %} {{ refund.vouchers | money: order.currency }} is back on the vouchers that you used.{% endif %}</p>
{% endif %}
<p>Kind regards<br>{{ organization.name }}</p>$html$, 2),
    ('event-registration-transferred', 'Registration for an event was transferred', 'registration for an event was transferred', 'Sent when staff transfer a registration to another person: to the previous participant, and to the payer.', NULL, 'Transferred: {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>This registration was transferred to {% if transfer.to %}<strong>{{ transfer.to }}</strong>{% else %}another person{% endif %}. The confirmation number stays {{ order.number }}.</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>

<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-registration-taken-over', 'Registration for an event taken over', 'registration for an event taken over', 'Sent to a person that a registration is transferred to. An item for calendar programs is attached, unless the person is on the waiting list.', NULL, 'Your registration for {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>The registration of {{ transfer.from }} was transferred to you. The confirmation number is <strong>{{ order.number }}</strong>.</p>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>
{% for person in order.people %}{% if person.code %}<p>Check-in code of {{ person.name }}: <strong>{{ person.code }}</strong></p>
{% endif %}{% endfor %}
<p>Kind regards<br>{{ organization.name }}</p>$html$, 1),
    ('event-changed', 'Event has changed', 'event has changed', 'Sent to the participants of an event whose time or location has changed. An item for calendar programs is attached.', NULL, 'Changed: {{ event.name }}', $html$<p>Dear {{ to.name | default: "guest" }},</p>
<p>The time or the location of this event has changed. It is now:</p>
<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | date: "%A, %-d %B %Y, %H:%M" }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>
<ul>{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}</ul>

<p>Kind regards<br>{{ organization.name }}</p>$html$, 1)
  ) AS b (key, name, name_key, description, category, subject, html, version)
  ON CONFLICT DO NOTHING;

RESET ROLE;
