-- The mail of the native integration mail-digest, as new tenants get it from templates.seeds.ts.
SET LOCAL ROLE guildhall_system;

-- A tenant that has a template of the name gets no other.
INSERT INTO mail_template (tenant_id, key, name, name_key, description, category, subject, html, built_in_version, is_edited)
  SELECT n.id, 'mail-digest', 'Digest of new records', 'digest of new records', 'Sent by the native integration mail-digest to the recipients of its configuration.', 'mail-digests',
    '{{ digest.total }} new {% if digest.total == 1 %}record{% else %}records{% endif %}: {{ organization.name }}', $html$<p>Hello,</p>
<p>{% if digest.from == digest.to %}On {{ digest.from | date: "%-d %B %Y" }}{% else %}From {{ digest.from | date: "%-d %B %Y" }} to {{ digest.to | date: "%-d %B %Y" }}{% endif %} {% if digest.total > 0 %}{{ digest.total }} {% if digest.total == 1 %}record was{% else %}records were{% endif %} added.{% else %}nothing was added.{% endif %}</p>
<p>{{ digest.text | newline_to_br }}</p>
<p>Kind regards<br>{{ organization.name }}</p>$html$, 1, false
  FROM tenant n
  WHERE NOT EXISTS (SELECT FROM mail_template t WHERE t.tenant_id = n.id
    AND (t.key = 'mail-digest' OR t.name_key = 'digest of new records'));

RESET ROLE;
