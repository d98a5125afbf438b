-- A merge by a caller limited to chapters, which works on the whole tenant, moves the login of a member.
GRANT UPDATE (contact_id), DELETE ON member_login TO guildhall_chapter;
