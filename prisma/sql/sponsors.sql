-- Constraints and indexes

ALTER TABLE sponsor ADD CONSTRAINT sponsor_approved CHECK (status_id NOT IN (2, 4) OR starts_on IS NOT NULL);
ALTER TABLE sponsor ADD CONSTRAINT sponsor_days CHECK (ends_on >= starts_on);
ALTER TABLE sponsor ADD CONSTRAINT sponsor_price CHECK (price >= 0);
ALTER TABLE sponsor ADD CONSTRAINT sponsor_status CHECK (status_id BETWEEN 1 AND 4);
ALTER TABLE sponsorship_type ADD CONSTRAINT sponsorship_type_length CHECK (length_in_months > 0);
ALTER TABLE sponsorship_type ADD CONSTRAINT sponsorship_type_quantity CHECK (max_quantity >= 0);

CREATE INDEX sponsor_due ON sponsor (tenant_id, ends_on) WHERE status_id = 2 AND deleted_at IS NULL AND ends_on IS NOT NULL;

-- Access

SELECT secure_tenant_table('sponsorship_type');
SELECT chapter_wall_list('sponsorship_type');

SELECT secure_tenant_table('sponsor');
SELECT chapter_wall_by_contact('sponsor', 'contact_id');
