-- A cart with a benefit is of the chapters of its owner too.
DROP POLICY whole_tenant ON event_registration;
DROP POLICY chapter_read ON event_registration;
DROP POLICY chapter_add ON event_registration;
DROP POLICY chapter_change ON event_registration;
DROP POLICY chapter_remove ON event_registration;
SELECT chapter_wall_by_contact('event_registration', 'contact_id', 'benefit_owner_id');
