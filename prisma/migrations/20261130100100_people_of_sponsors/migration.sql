-- Sponsors that were submitted before their people were stored: the form of the order has them. Those that staff changed stay.
SET LOCAL ROLE guildhall_system;

-- What somebody entered, on one line; null for nothing.
CREATE FUNCTION pg_temp.entered(text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT nullif(btrim(regexp_replace($1, '\s+', ' ', 'g')), '') $$;

UPDATE event_sponsor k SET
    address1 = pg_temp.entered(b.payer -> 'Address' ->> 'Address1'),
    address2 = pg_temp.entered(b.payer -> 'Address' ->> 'Address2'),
    city = pg_temp.entered(b.payer -> 'Address' ->> 'City'),
    state_province = pg_temp.entered(b.payer -> 'Address' ->> 'StateProvince'),
    postal_code = pg_temp.entered(b.payer -> 'Address' ->> 'PostalCode'),
    country_id = nullif((b.payer -> 'Address' ->> 'CountryId')::integer, 0),
    organization_email = CASE WHEN b.pays_itself THEN pg_temp.entered(b.payer ->> 'EmailAddress') END,
    organization_phone = CASE WHEN b.pays_itself THEN pg_temp.entered(b.payer -> 'Phone' ->> 'Number') END,
    contact_id = coalesce(k.contact_id, CASE WHEN b.pays_itself
      AND lower(k.name) = lower(pg_temp.entered(b.payer ->> 'OrganizationName')) THEN b.contact_id END)
  FROM (SELECT o.tenant_id, o.id, o.contact_id, o.form -> 'BillingInfo' AS payer,
      coalesce(o.form -> 'BillingInfo' ->> 'ContactType' = '2', false) AS pays_itself FROM event_order o) b
  WHERE b.tenant_id = k.tenant_id AND b.id = k.order_id AND k.status_id <> 0 AND k.audit_id = 1;

-- Without an attendee, the person who pays is the contact person.
UPDATE event_sponsor k SET person_id = o.contact_id,
    prefix = pg_temp.entered(o.form -> 'BillingInfo' ->> 'Prefix'),
    first_name = pg_temp.entered(o.form -> 'BillingInfo' ->> 'FirstName'),
    middle_name = pg_temp.entered(o.form -> 'BillingInfo' ->> 'MiddleName'),
    last_name = pg_temp.entered(o.form -> 'BillingInfo' ->> 'LastName'),
    suffix = pg_temp.entered(o.form -> 'BillingInfo' ->> 'Suffix'),
    email_address = pg_temp.entered(o.form -> 'BillingInfo' ->> 'EmailAddress'),
    phone = pg_temp.entered(o.form -> 'BillingInfo' -> 'Phone' ->> 'Number')
  FROM event_order o
  WHERE o.tenant_id = k.tenant_id AND o.id = k.order_id AND k.status_id <> 0 AND k.audit_id = 1
    AND k.person_id IS NULL AND k.first_name IS NULL AND k.last_name IS NULL
    AND coalesce(o.form -> 'BillingInfo' ->> 'ContactType', '') <> '2'
    AND NOT EXISTS (SELECT FROM event_registration g
      WHERE g.tenant_id = k.tenant_id AND g.event_id = k.event_id AND g.sponsor_id = k.id);

RESET ROLE;
