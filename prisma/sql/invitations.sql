-- Constraints and indexes

ALTER TABLE event_invitation ADD CONSTRAINT event_invitation_declined CHECK ((state = 'Declined') = (declined_at IS NOT
  NULL));
ALTER TABLE event_invitation ADD CONSTRAINT event_invitation_state CHECK (state IN ('Invited', 'Declined', 'Registered'));
ALTER TABLE event_invitation_run ADD CONSTRAINT event_invitation_run_finished CHECK ((status = 'running') = (finished_at IS
  NULL));
ALTER TABLE event_invitation_run ADD CONSTRAINT event_invitation_run_status CHECK (status IN ('running', 'completed',
  'stopped'));

-- Access

SELECT secure_tenant_table('event_invitation');
SELECT chapter_wall_by_contact('event_invitation', 'contact_id');

SELECT secure_tenant_table('event_invitation_run');
SELECT chapter_wall_closed('event_invitation_run');
