/** Columns that keep the id of the loser, or that no statement of a merge sets. */
export const NOT_MOVED: Readonly<Record<string, string>> = {
  'benefit_mass_operation.contact_ids': 'are the contacts that a caller selected: one that was merged since fails',
  'benefit_mass_result.contact_id': 'is the contact that a caller selected',
  'chapter_assignment.after_contact_id': 'is the position of a job among all contacts',
  'chapter_departure.contact_id': 'is the tombstone of the contact in the feed of a chapter',
  'connection_received_contact.contact_id': 'is resolved to the winner when the source sends the contact again',
  'connection_received_contact.source_contact_id': 'is the id of a contact of another tenant',
  'connection_received_role.source_contact_id': 'is the id of a contact of another tenant',
  'connection_received_role.source_organization_id': 'is the id of a contact of another tenant',
  'connection_sent_contact.contact_id': 'is the state that the target has, which gets the end of the loser',
  'contact.state_member_id': 'is the number of the contact at a state body',
  'contact.primary_organization_id': 'is derived from the roles',
  'event_invitation_run.contact_ids': 'are the contacts that a caller selected: one that was merged since is unknown',
  ...Object.fromEntries(
    ['member_consent', 'member_link', 'member_password', 'member_session', 'oauth_code', 'oauth_token'].map((table) => [
      `${table}.member_id`,
      'is the login of a member, which moves itself',
    ]),
  ),
  'receivable_balance.contact_id': 'is the sum of the lines of the journal, which a trigger keeps',
  'stored_file.owner_id': 'is the id of any kind of record; a test of images covers contacts',
  'tenant.organization_contact_id': 'a merge rejects the organization of the tenant as the loser',
}
