-- Default privileges name the user that created them, so that a backup could only be restored where that user exists.
-- From now on each migration grants the sequences that it creates.
DO $$
DECLARE
  creator regrole;
BEGIN
  FOR creator IN
    SELECT defaclrole::regrole FROM pg_default_acl
    WHERE defaclnamespace = 'public'::regnamespace AND defaclobjtype = 'S' AND pg_has_role(defaclrole, 'MEMBER')
  LOOP
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA public
      REVOKE USAGE ON SEQUENCES FROM guildhall_app, guildhall_chapter, guildhall_system', creator);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_chapter, guildhall_system;
