-- The winners of merged contacts, found by the ids of the losers without a visit to the table.
CREATE INDEX contact_winner ON contact (tenant_id, id) INCLUDE (merged_into_id) WHERE merged_into_id IS NOT NULL;
