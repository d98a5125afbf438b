-- Constraints and indexes

ALTER TABLE member_login ADD CONSTRAINT member_login_email CHECK (email = lower(email) AND email <> '');

-- Access

SELECT secure_tenant_table('member_login');
-- A login is a right: only staff with access to the whole tenant give and end it.
SELECT chapter_wall('member_login', within_chapters('member_login.contact_id', 'readable_chapters'), 'false');
REVOKE INSERT, UPDATE ON member_login FROM guildhall_chapter;
GRANT UPDATE (contact_id) ON member_login TO guildhall_chapter;

SELECT secure_tenant_table('member_password');
SELECT chapter_wall_closed('member_password');
REVOKE SELECT, INSERT, UPDATE, DELETE ON member_password FROM guildhall_app;

SELECT secure_tenant_table('member_session');
SELECT chapter_wall_closed('member_session');
REVOKE SELECT, INSERT, UPDATE, DELETE ON member_session FROM guildhall_app;

SELECT secure_tenant_table('member_link');
SELECT chapter_wall_closed('member_link');
REVOKE SELECT, UPDATE, DELETE ON member_link FROM guildhall_app;
GRANT SELECT (id, request_id, tenant_id) ON member_link TO guildhall_app;

SELECT secure_tenant_table('member_consent');
SELECT chapter_wall_closed('member_consent');
REVOKE SELECT, INSERT, UPDATE, DELETE ON member_consent FROM guildhall_app;
