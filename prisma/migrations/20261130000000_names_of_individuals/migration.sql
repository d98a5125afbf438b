-- Contacts that a sponsor of an event may be are found by similar names (people/contacts/candidates).
CREATE INDEX contact_by_last_name ON contact (tenant_id, last_name_key, first_name_key)
  WHERE deleted_at IS NULL AND system_type_id = 1;
CREATE INDEX contact_by_first_name ON contact (tenant_id, first_name_key, last_name_key)
  WHERE deleted_at IS NULL AND system_type_id = 1;
