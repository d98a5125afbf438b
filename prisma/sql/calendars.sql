-- Constraints and indexes

ALTER TABLE calendar ADD CONSTRAINT calendar_feed_whole CHECK (num_nonnulls(feed_hash, feed_sealed) <> 1);
ALTER TABLE calendar ADD CONSTRAINT calendar_public_is_member_viewable CHECK (is_member_viewable OR NOT is_public_viewable);
ALTER TABLE calendar_item ADD CONSTRAINT calendar_item_span CHECK (local_end >= local_start AND (NOT is_all_day OR local_end
  > local_start));
ALTER TABLE calendar_item ADD CONSTRAINT calendar_item_status CHECK (status IN ('confirmed', 'tentative', 'cancelled'));
ALTER TABLE calendar_item ADD CONSTRAINT calendar_item_zone CHECK (is_all_day = (time_zone IS NULL));
ALTER TABLE calendar_item_override ADD CONSTRAINT calendar_item_override_differs CHECK (is_cancelled OR
  num_nonnulls(local_start, title, description, location) > 0);
ALTER TABLE calendar_item_override ADD CONSTRAINT calendar_item_override_span CHECK (num_nonnulls(local_start, local_end) <>
  1 AND local_end >= local_start);
ALTER TABLE calendar_submission ADD CONSTRAINT calendar_submission_decided CHECK ((state = 'pending') = (decided_at IS NULL));
ALTER TABLE calendar_submission ADD CONSTRAINT calendar_submission_principal CHECK (principal_id IS NULL OR contact_id IS
  NOT NULL);
ALTER TABLE calendar_submission ADD CONSTRAINT calendar_submission_state CHECK (state IN ('pending', 'approved', 'declined'));
ALTER TABLE calendar_submission ADD CONSTRAINT calendar_submission_zone CHECK (is_all_day = (time_zone IS NULL));

CREATE INDEX "calendar_feed_sealed_key" ON "calendar" ((left("feed_sealed", 8)), "tenant_id", "id");

-- Access

SELECT secure_tenant_table('calendar');
SELECT chapter_wall_list('calendar');

SELECT secure_tenant_table('calendar_item');
SELECT chapter_wall_list('calendar_item');

SELECT secure_tenant_table('calendar_item_override');
SELECT chapter_wall_list('calendar_item_override');

SELECT secure_tenant_table('calendar_submission');
SELECT chapter_wall_by_contact('calendar_submission', 'contact_id', 'principal_id');
