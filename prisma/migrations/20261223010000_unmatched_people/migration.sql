-- The list of people that match no contact yet: few rows of a large table.
CREATE INDEX contact_unmatched ON contact (tenant_id, id) WHERE deleted_at IS NULL AND is_unmatched;
